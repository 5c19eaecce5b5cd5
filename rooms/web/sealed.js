// The sealed copy of the game that this device keeps for the whole table, and cannot read itself. One game is
// kept; another one takes its place. What is on disk is said only once it is there.

import { completed, opened } from "./keep.js";

const STORE = "parts";
const ABOUT = "about";
const WHOLE = ["header", "room", "box"]; // kinds of which the newest one counts; rows are many
const FRAME = 64 * 1024; // signs of parts in one frame; a longer part has one of its own
const MANY = 256; // parts in one frame
const SOON = 1000; // ms

const NONE = { game: "", secret: "", wraps: [], title: "", player: "" };
const row = (seq) => ["row", seq];
const rows = (from) => IDBKeyRange.bound(row(from), row(Infinity));

export class Sealed {
  #data = null;
  #about = null; // which game, with which secret its keys are wrapped, and what it is called
  #last = -1; // the last row on disk, of those without a gap
  #mark = ""; // of that row
  #others = new Map(); // which header, room and box there are, by kind
  #turn; // one write after another
  #waiting = 0;
  #said;
  #missed;

  // said(seq): the last row that is on disk now; missed(): rows have come without those before them
  constructor({ said, missed }) {
    this.#said = said;
    this.#missed = missed;
    this.#turn = this.#known().catch(() => {});
  }

  // Once it is known what there is, or that will take a while: nobody waits for a slow disk.
  get ready() {
    return Promise.race([this.#turn, new Promise((done) => setTimeout(done, SOON))]);
  }

  // What a host is told: it goes on from there.
  get have() {
    return this.#about ? { game: this.#about.game, seq: this.#last, mark: this.#mark, parts: [...this.#others.values()] } : null;
  }

  // Whether there is enough to hand over.
  get whole() {
    return Boolean(this.#about?.secret) && this.#last >= 0;
  }

  // Which game it is, with which secret, and how it and its player are called.
  get about() {
    return this.#about ?? NONE;
  }

  // Parts that the host sends.
  take({ game, after, parts }) {
    this.#written(game, (store, last, fresh) => {
      let kept = Math.min(last, after);
      if (after > last && !fresh) this.#missed();
      store.delete(rows(kept + 1));
      for (const part of parts) {
        if (WHOLE.includes(part.kind)) {
          store.put(part, part.kind);
          this.#other(part);
        } else if (part.kind === "row" && part.seq === kept + 1) store.put(part, row((kept = part.seq)));
      }
      return kept;
    });
  }

  // What lets this device's copy be opened together with another one; `called` names game and player.
  keys({ game, secret, wraps }, called) {
    this.#written(game, (store, last) => {
      store.put({ game, secret, wraps, ...called }, ABOUT);
      return last;
    });
  }

  // This device has no seat any more.
  drop() {
    this.#about = null;
    this.#turn = this.#turn.then(() => this.#forget());
  }

  // All that is handed over, in frames: the rows from `from` on.
  async frames(from) {
    await this.#turn;
    if (!this.#about) return [];
    const deal = await this.#deal("readonly");
    const store = deal.objectStore(STORE);
    const asked = [...WHOLE.map((kind) => store.get(kind)), store.getAll(rows(from))];
    await completed(deal);
    const parts = asked.flatMap((one) => one.result ?? []);
    const { game } = this.#about;
    const frames = [];
    let size = Infinity;
    for (const part of parts) {
      if (size + part.data.length > FRAME || frames.at(-1).parts.length === MANY) {
        frames.push({ type: "sealed", game, after: from - 1, last: this.#last, parts: [] });
        size = 0;
      }
      size += part.data.length;
      frames.at(-1).parts.push(part);
      if (part.kind === "row") from = part.seq + 1;
    }
    return frames;
  }

  // A transaction; the browser may have let go of the database meanwhile. Throws where it keeps nothing.
  async #deal(mode) {
    try {
      return this.#data.transaction(STORE, mode, { durability: "strict" });
    } catch {
      this.#data = await opened("ketuk-sealed", STORE);
      return this.#data.transaction(STORE, mode, { durability: "strict" });
    }
  }

  // One transaction after all before it; `act(store, last, fresh)` says which row is the last one then.
  #written(game, act) {
    this.#waiting++;
    this.#turn = this.#turn.then(async () => {
      this.#waiting--;
      try {
        const deal = await this.#deal("readwrite");
        const store = deal.objectStore(STORE);
        const fresh = game !== this.#about?.game;
        if (fresh) {
          store.clear();
          store.put({ ...NONE, game }, ABOUT);
          this.#others.clear();
        }
        const last = act(store, fresh ? -1 : this.#last, fresh);
        await this.#read(deal, last);
      } catch {
        await this.#forget(); // no room for it: the game goes on without a copy here
      }
      if (this.#waiting === 0) this.#said(this.#last);
    });
  }

  async #known() {
    const deal = await this.#deal("readonly");
    const store = deal.objectStore(STORE);
    const found = store.getAllKeys(rows(0));
    const others = WHOLE.map((kind) => store.get(kind));
    await completed(deal);
    for (const one of others) if (one.result) this.#other(one.result);
    await this.#read(await this.#deal("readonly"), found.result.at(-1)?.[1] ?? -1);
  }

  #other({ kind, host, seq }) {
    this.#others.set(kind, { kind, host, seq });
  }

  // What is on disk once this transaction is over.
  async #read(deal, last) {
    const store = deal.objectStore(STORE);
    const about = store.get(ABOUT);
    const tail = last < 0 ? null : store.get(row(last));
    await completed(deal);
    this.#about = about.result ?? null;
    this.#last = last;
    this.#mark = tail?.result?.mark ?? "";
  }

  async #forget() {
    this.#about = null;
    this.#last = -1;
    this.#mark = "";
    this.#others.clear();
    try {
      const deal = await this.#deal("readwrite");
      deal.objectStore(STORE).clear();
      await completed(deal);
    } catch {
      // nothing is kept here at all
    }
  }
}
