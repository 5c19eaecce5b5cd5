// The line to the host: one socket at a time, dialled again until it is there.

const PING = 2000;
const DEAD = 5000;
const FIRST = 250;
const MOST = 2000;
const DOUBTFUL = 2500; // so long silent when the page comes back: dial anew instead of waiting

export class Line {
  #address;
  #greeting;
  #heard;
  #state;
  #socket = null;
  #number = 0; // of the connection: what is late from an older one is not heard
  #at = 0;
  #pinged = 0;
  #tries = 0;
  #answered = false; // whether the greeting was: pings alone are no answer to it
  #again = 0;
  #stopped = false;

  // greeting(): the first message; heard(message); state("dialling" | "open" | "away")
  constructor(address, { greeting, heard, state }) {
    this.#address = address;
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
    this.#answered = false;
    this.#state("dialling");
    const socket = new WebSocket(this.#address);
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
      this.#answered = true;
      if (message.type === "welcome") {
        this.#tries = 0;
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

  // Whether it went out; that it arrived only an answer tells.
  send(message) {
    if (!this.open) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #ping() {
    this.#pinged = performance.now();
    this.send({ type: "ping" });
  }

  #look() {
    if (this.#socket === null) return;
    const now = performance.now();
    if (now - this.#at > DEAD) this.#lost();
    else if (this.open && now - this.#pinged > PING) this.#ping();
  }

  #lost() {
    this.#number++;
    this.#socket?.close();
    this.#socket = null;
    this.#state("away");
    if (this.#stopped) return;
    const delay = Math.min(MOST, FIRST * 2 ** this.#tries++) * (0.5 + Math.random() / 2);
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.dial(), delay);
  }
}
