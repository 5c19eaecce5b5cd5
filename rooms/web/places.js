// Where the game may be: at the host that decides it, as far as is known here, at the one that this page came
// from, or at another laptop that has it all.

export class Places {
  #keep;
  #build;
  #guests = [];
  #home; // whether a code of the host that this page came from was just read: then that one is meant
  reign = null; // goes along with the greeting: a host of an earlier one stops at that

  // kept: what a page of this build has kept here.
  constructor(keep, kept, build, home) {
    this.#keep = keep;
    this.#home = home;
    this.#build = build;
    if (kept?.build !== build) return;
    this.reign = kept.reign;
    this.#guests = kept.guests;
  }

  // Addresses of sockets, the likeliest first.
  get all() {
    const likely = this.#home ? [location.host, this.reign?.address] : [this.reign?.address, location.host];
    const known = [...likely, ...this.#guests].filter(Boolean);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    return [...new Set(known)].map((place) => `${scheme}//${place}${location.pathname.replace(/[^/]*$/, "")}ws`);
  }

  // A host that has heard of all that this page has, and goes on.
  rules(reign) {
    this.#home = false;
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
