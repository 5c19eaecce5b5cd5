// What stays on this device: who it is, its token, what was shown last, an answer that is not yet out.

const STORE = "kept";

export class Keep {
  #data = null;
  #memory = new Map(); // where the browser keeps nothing, until the page is closed

  static async open() {
    const keep = new Keep();
    try {
      keep.#data = await new Promise((done, failed) => {
        const request = indexedDB.open("ketuk", 1);
        request.onupgradeneeded = () => request.result.createObjectStore(STORE);
        request.onsuccess = () => done(request.result);
        request.onerror = request.onblocked = () => failed(request.error);
      });
    } catch {
      keep.#data = null;
    }
    return keep;
  }

  async get(key) {
    if (this.#memory.has(key)) return this.#memory.get(key);
    if (this.#data === null) return undefined;
    return this.#asked("readonly", (store) => store.get(key)).catch(() => undefined);
  }

  async set(key, value) {
    this.#memory.set(key, value);
    if (this.#data === null) return;
    await this.#asked("readwrite", (store) => (value === undefined ? store.delete(key) : store.put(value, key))).catch(() => {});
  }

  #asked(mode, act) {
    return new Promise((done, failed) => {
      const deal = this.#data.transaction(STORE, mode);
      const request = act(deal.objectStore(STORE));
      deal.oncomplete = () => done(request.result);
      deal.onerror = deal.onabort = () => failed(deal.error);
    });
  }
}
