// Where the game may be: at the host that decides it, as far as is known here, at the one that this page came
// from, or at another laptop that has it all.

export class Places {
  #keep;
  #build;
  #guests = [];
  reign = null; // goes along with the greeting: a host of an earlier one stops at that

  // kept: what a page of this build has kept here.
  constructor(keep, kept, build) {
    this.#keep = keep;
    this.#build = build;
    if (kept?.build !== build) return;
    this.reign = kept.reign;
    this.#guests = kept.guests;
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
    this.#kept();
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
    this.#keep.set("places", { build: this.#build, reign: this.reign, guests: this.#guests });
  }
}
