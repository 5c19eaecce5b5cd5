// The line to the host: one socket at a time, dialled again until it is there. The game may go on at another
// place: each that is known is tried in turn.

const PING = 2000;
const DEAD = 5000;
const OPENED = 2000; // so long a place may take to answer at all, where there are others
const FIRST = 250;
const MOST = 2000;
const SEVERAL = 1000; // the longest pause before all places are tried once more
const DOUBTFUL = 2500; // so long silent when the page comes back: dial anew instead of waiting

export class Line {
  #places;
  #turn = 0; // which of them
  #greeting;
  #heard;
  #state;
  #socket = null;
  #number = 0; // of the connection: what is late from an older one is not heard
  #at = 0;
  #pinged = 0;
  #tries = 0;
  #answered = false; // whether the greeting was: pings alone are no answer to it
  #welcome = false; // and whether by a host
  #again = 0;
  #stopped = false;
  place = ""; // the address that is dialled, or was last

  // places(): addresses of sockets, the likeliest first; greeting(): the first message; heard(message);
  // state("dialling" | "open" | "away")
  constructor({ places, greeting, heard, state }) {
    this.#places = places;
    this.#greeting = greeting;
    this.#heard = heard;
    this.#state = state;
    setInterval(() => this.#look(), 500);
    addEventListener("online", () => this.wake());
    addEventListener("pageshow", (event) => event.persisted && this.dial());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.wake();
      else this.send({ type: "sleep" });
    });
  }

  get number() {
    return this.#number;
  }

  get open() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  get stopped() {
    return this.#stopped;
  }

  // Bytes that were sent and are not out yet.
  get waiting() {
    return this.#socket?.bufferedAmount ?? 0;
  }

  // Now, whatever there was.
  dial() {
    if (this.#stopped) return;
    clearTimeout(this.#again);
    this.#again = 0;
    const old = this.#socket;
    const number = ++this.#number;
    const now = (act) => (event) => number === this.#number && act(event);
    old?.close();
    this.#at = this.#pinged = performance.now();
    this.#answered = this.#welcome = false;
    this.#state("dialling");
    const places = this.#places();
    this.place = places[this.#turn % places.length];
    const socket = new WebSocket(this.place);
    this.#socket = socket;
    socket.onopen = now(() => {
      this.#at = performance.now();
      socket.send(JSON.stringify(this.#greeting()));
    });
    socket.onmessage = now((event) => {
      const message = JSON.parse(event.data);
      if (message.type === "pong" && !this.#answered) return;
      this.#at = performance.now();
      if (message.type === "pong") return;
      if (message.type === "gone" && (message.why === "waiting" || message.why === "fenced")) {
        this.#heard(message);
        return this.#elsewhere(message.why === "fenced");
      }
      this.#answered = message.type !== "gone" || message.why !== "code";
      if (message.type === "welcome") {
        this.#welcome = true;
        this.#tries = this.#turn = 0; // whoever welcomes is the first place from now on
        this.#state("open");
      }
      this.#heard(message);
    });
    socket.onclose = now(() => this.#lost());
  }

  // Somebody looks at the page again, or there is a network again.
  wake() {
    if (!this.open || performance.now() - this.#at > DOUBTFUL) this.dial();
    else this.#ping();
  }

  // No more dialling by itself, until dial() after start().
  stop() {
    this.#stopped = true;
    this.#number++;
    clearTimeout(this.#again);
    this.#socket?.close();
    this.#socket = null;
    this.#state("away");
  }

  start() {
    this.#stopped = false;
    this.dial();
  }

  // From the first place on, at once: it has just become another one.
  first() {
    this.#turn = this.#tries = 0;
    this.start();
  }

  // To the host, where there is one: whether it went out; that it arrived only an answer tells.
  send(message) {
    return this.#welcome && this.tell(message);
  }

  // To whoever has answered there.
  tell(message) {
    if (!this.open) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #ping() {
    this.#pinged = performance.now();
    this.tell({ type: "ping" });
  }

  #look() {
    if (this.#socket === null) return;
    const now = performance.now();
    const patience = !this.open && this.#places().length > 1 ? OPENED : DEAD;
    if (now - this.#at > patience) this.#lost();
    else if (this.open && now - this.#pinged > PING) this.#ping();
  }

  // There is no host here: the next place, or the first one, which is the host's by now.
  #elsewhere(known) {
    if (known) this.#turn = -1;
    this.#answered = false;
    this.#lost();
  }

  #lost() {
    const places = this.#places();
    const most = places.length > 1 ? SEVERAL : MOST;
    const met = this.#answered; // where it was, it is looked for first
    if (!met) this.#turn = (this.#turn + 1) % places.length;
    this.#number++;
    this.#socket?.close();
    this.#socket = null;
    this.#answered = false;
    this.#state("away");
    if (this.#stopped) return;
    const round = met || this.#turn === 0; // within one round there is no pause
    const delay = round ? Math.min(most, FIRST * 2 ** this.#tries++) * (0.5 + Math.random() / 2) : 0;
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.dial(), delay);
  }
}
