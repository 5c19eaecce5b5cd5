// Where the game may be: at the host that decides it, as far as is known here, at the one that this page came
// from, or at another laptop that has it all.

export class Places {
  #keep;
  #guests;

  constructor(keep, kept) {
    this.#keep = keep;
    this.reign = kept.reign ?? null; // goes along with the greeting: a host of an earlier one stops at that
    this.#guests = kept.guests ?? [];
  }

  // Addresses of sockets, the likeliest first.
  get all() {
    const known = [this.reign?.address, location.host, ...this.#guests].filter(Boolean);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    return [...new Set(known)].map((place) => `${scheme}//${place}${location.pathname.replace(/[^/]*$/, "")}ws`);
  }

  // A host that has heard of all that this page has, and goes on.
  rules(reign) {
    this.reign = reign ?? null;
    this.#keep.set("reign", this.reign ?? undefined);
  }

  // Somebody who does not go on says who does.
  news(reign) {
    const now = this.reign;
    const higher = now === null || reign?.number > now.number || (reign?.number === now.number && reign.device > now.device);
    if (reign && higher) this.rules(reign);
  }

  others(guests) {
    this.#guests = guests;
    this.#keep.set("guests", guests);
  }
}
