// What stays on this device: who it is, its token, what was shown last, an answer that is not yet out.

const STORE = "kept";

// A database of this device with one store; throws where the browser keeps nothing.
export function opened(name, store) {
  return new Promise((done, failed) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store);
    request.onsuccess = () => done(request.result);
    request.onerror = request.onblocked = () => failed(request.error);
  });
}

// Once what was asked of the store is on disk; throws where it is not.
export function completed(deal) {
  return new Promise((done, failed) => {
    deal.oncomplete = () => done();
    deal.onerror = deal.onabort = () => failed(deal.error);
  });
}

export class Keep {
  #data = null;
  #memory = new Map(); // where the browser keeps nothing, until the page is closed

  static async open() {
    const keep = new Keep();
    try {
      keep.#data = await opened("ketuk", STORE);
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

  async #asked(mode, act) {
    const deal = this.#data.transaction(STORE, mode);
    const request = act(deal.objectStore(STORE));
    await completed(deal);
    return request.result;
  }
}
