// Where the game may be: at the host that decides it, as far as is known here, at the one that this page came
// from, or at another laptop that has it all.

const HELD = 10_000; // ms in which only the typed place is dialled: it had answered, and becomes the host just now
const PORT = 8765;

// Where a laptop is, of an address as people type it: "192.168.1.24:8765", without the port, with spaces or commas,
// or the whole address of a page; "" if it is none.
export function placeOf(text) {
  const numbers = text.trim().replace(/^\w+:\/\//, "").replace(/[/#?].*$/, "");
  const parts = /[a-z]/i.test(numbers) ? [] : (numbers.match(/\d+/g) ?? []).map(Number);
  const [port = PORT] = parts.splice(4);
  const fits = parts.length === 4 && parts.every((one) => one < 256) && port > 0 && port < 65_536;
  return fits ? `${parts.join(".")}:${port}` : "";
}

// The room's code, out of this page's address at once: nobody who sees the address later shall have it.
export function taken() {
  const found = decodeURIComponent(location.hash.slice(1));
  if (found) history.replaceState(null, "", location.pathname);
  return found;
}

export class Places {
  #keep;
  #build;
  #guests = [];
  #home; // whether a code of the host that this page came from was just read: then that one is meant
  #held = 0;
  #gather = new Set(); // where a laptop gathers copies, and has a code of its own
  typed = null; // where somebody says that the game goes on: { place, code }, until there is a host again
  reign = null; // goes along with the greeting: a host of an earlier one stops at that

  // kept: what a page of this build has kept here.
  constructor(keep, kept, build, home) {
    this.#keep = keep;
    this.#home = home;
    this.#build = build;
    if (kept?.build !== build) return;
    this.reign = kept.reign;
    this.#guests = kept.guests;
    if (!home) this.typed = kept.typed ?? null;
  }

  // Addresses of sockets, the likeliest first.
  get all() {
    const likely = this.#home ? [location.host, this.reign?.address] : [this.reign?.address, location.host];
    const known = performance.now() < this.#held ? [] : [...likely, ...this.#guests];
    return [...new Set([this.typed?.place, ...known].filter(Boolean))].map(socketAt);
  }

  // Somebody has typed where the game goes on (null: that was wrong).
  go(typed) {
    this.typed = typed;
    this.#held = 0;
    this.#kept();
  }

  // The typed place has just hung up.
  hold() {
    this.#held = performance.now() + HELD;
  }

  // Whether this address of a socket is that of the typed place.
  isTyped(address) {
    return this.typed !== null && address === socketAt(this.typed.place);
  }

  gathersAt(address) {
    this.#gather.add(address);
  }

  // The code to say at this address, where `code` is that of the room.
  codeAt(address, code) {
    if (this.isTyped(address)) return this.typed.code;
    return this.#gather.has(address) ? "" : code;
  }

  // A host that has heard of all that this page has, and goes on.
  rules(reign) {
    this.#home = false;
    this.reign = reign ?? null;
    this.#gather.clear();
    this.go(null);
  }

  // Somebody who does not go on says who does.
  news(reign) {
    const now = this.reign;
    const higher = now === null || reign?.number > now.number || (reign?.number === now.number && reign.device > now.device);
    if (reign && higher) this.rules(reign);
  }

  others(guests) {
    this.#guests = guests;
    this.#kept();
  }

  #kept() {
    this.#keep.set("places", { build: this.#build, reign: this.reign, guests: this.#guests, typed: this.typed });
  }
}

// The address of the socket at a place.
function socketAt(place) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${place}${location.pathname.replace(/[^/]*$/, "")}ws`;
}
