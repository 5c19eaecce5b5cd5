// The laptop is broken, and somebody has typed where the game goes on: this device hands over the sealed copy that
// it keeps, and takes its seat there as soon as there is a host again.

import { h } from "./dom.js";
import { region } from "./draw.js";
import { press } from "./fields.js";
import { common } from "./newer.js";
import { placeOf } from "./places.js";

const SLOW = 8000; // ms without an answer after which it is said what may be wrong
const AHEAD = 128 * 1024; // bytes that may wait in the browser: a ping has to get through between frames

export class Handover {
  #page;
  #draft = { place: "", code: "" };
  #open = false; // whether the form is unfolded
  #wrong = null; // why nothing came of the last try: a sentence, from here or from there
  #since = 0;
  #told = null; // the newest that was heard from there
  #met = false; // whether the line now leads there
  #offered = 0; // number of the connection over which it was said what is here
  #sent = 0; // and of the one over which the copy went out
  #unread = false; // whether it could not be read here

  // page: what it is of: places, line, sealed, words(key, facts), sheet(): the page that was shown last,
  // token(): of the seat, paint()
  constructor(page) {
    this.#page = page;
    Object.assign(this.#draft, page.places.typed);
    this.#look();
  }

  // --- what comes

  // A laptop has the code, and gathers copies: `got` rows `of` so many are there.
  gathering(message) {
    const { line } = this.#page;
    this.#told = message;
    this.#met = true;
    if (this.#offered !== line.number) {
      this.#offered = line.number;
      line.tell(this.#offer());
    }
    if (message.wanted && this.#sent !== line.number) {
      this.#sent = line.number;
      this.#give(message.got, line.number);
    }
  }

  // A laptop lets go of this device; whether that means nothing for the seat that it has.
  refused({ why, sentence, again }) {
    const { places, line, token } = this.#page;
    const typed = places.isTyped(line.place);
    if (why === "fenced") {
      if (typed) places.go(null);
    } else if (typed && !again) this.#end(sentence);
    else if (why === "code" && token()) this.#found(sentence);
    else return false;
    return true;
  }

  // No host asks for a code whoever has a seat: a laptop gathers copies at a place of before.
  #found(sentence) {
    const { places, line, paint } = this.#page;
    places.gathersAt(line.place);
    if (places.typed) return;
    this.#draft.place ||= new URL(line.place).host;
    this.#wrong = sentence;
    this.#open = true;
    paint();
  }

  // There is no line any more.
  lost() {
    if (this.#met && this.#page.places.typed) this.#page.places.hold();
    else if (this.#told) this.#look();
    this.#met = false;
  }

  // There is a host again.
  over() {
    this.#told = this.#wrong = null;
    this.#draft = { place: "", code: "" };
    this.#open = false;
    spoken("");
  }

  // --- what is done

  #begin() {
    const { places, line, words, paint } = this.#page;
    const place = placeOf(this.#draft.place);
    this.#wrong = place ? null : words("move_no_address");
    if (!place) {
      paint();
      return at("move wrong")?.focus();
    }
    this.#look();
    places.go({ place, code: this.#draft.code.toUpperCase().replace(/[\s-]/g, "") });
    paint();
    at("moving")?.focus();
    line.first();
  }

  // Nothing is heard from there yet, or any more.
  #look() {
    this.#told = null;
    this.#unread = false;
    this.#since = performance.now();
  }

  // Back to the places of before.
  #end(wrong = null) {
    const { places, line, paint } = this.#page;
    this.#told = null;
    this.#wrong = wrong;
    this.#open = true;
    places.go(null);
    paint();
    (at("move wrong") ?? at("move place"))?.focus();
    line.first();
  }

  // What this device tells of itself.
  #offer() {
    const { sealed } = this.#page;
    const sheet = this.#page.sheet();
    const { game, secret, wraps, title, player } = sealed.about;
    return { type: "offer", game, secret, wraps, title, player, last: sealed.have?.seq ?? -1, sheet: sheet ? common(sheet) : null };
  }

  async #give(from, number) {
    const { line, sealed, paint } = this.#page;
    const frames = await sealed.frames(from).catch(() => null);
    this.#unread = frames === null;
    if (this.#unread) paint();
    for (const frame of frames ?? []) {
      while (line.waiting > AHEAD && line.number === number) await new Promise((done) => setTimeout(done, 50));
      if (line.number !== number || !line.tell(frame)) return;
    }
  }

  // --- what stands there

  // Where there is a place for it on the page: the form, or how far it is.
  draw(on, shown) {
    if (!document.getElementById("moving")) return;
    const { typed } = this.#page.places;
    const { lang } = document.documentElement;
    if (!typed) return region("moving", [shown, this.#wrong, lang], () => (shown || this.#wrong !== null ? this.#form(on) : null));
    const late = !this.#told && performance.now() - this.#since > SLOW;
    const said = (this.#unread && on.words("move_unread")) || this.#told?.sentence || on.words("move_looking", typed);
    if (region("moving", [said, this.#told, late, lang], () => this.#under(on, said, late))) spoken(said);
  }

  #form(on) {
    return h("details", { class: "part", open: this.#open, ontoggle: (event) => { this.#open = event.target.open; } },
      h("summary", { "data-key": "move" }, h("h2", {}, on.words("move_head"))),
      h("form", { class: "join", onsubmit: (event) => { event.preventDefault(); this.#begin(); } },
        h("ol", { class: "steps" }, h("li", {}, on.words("move_there")), h("li", {}, on.words("move_here"))),
        this.#wrong === null ? null : h("p", { class: "note bad", role: "alert", tabindex: "-1", "data-key": "move wrong" }, this.#wrong),
        this.#input("place", on.words("move_place"), {
          inputmode: "url", maxlength: 64, placeholder: "192.168.1.24:8765", enterkeyhint: "next", onkeydown: next,
        }),
        this.#input("code", on.words("move_code"), { autocapitalize: "characters", maxlength: 32, enterkeyhint: "go" }),
        h("button", { class: "press", "data-key": "move!" }, h("span", { class: "label" }, on.words("move_go"))),
        h("p", { class: "bounds" }, this.#page.sealed.whole ? on.words("move_kept") : on.words("move_not_kept"))));
  }

  #input(name, label, more) {
    return [h("label", { for: `move-${name}` }, label),
      h("input", {
        id: `move-${name}`, "data-key": `move ${name}`, value: this.#draft[name], autocomplete: "off", spellcheck: "false", ...more,
        oninput: (event) => { this.#draft[name] = event.target.value; },
      })];
  }

  #under(on, said, late) {
    const { got = 0, of = 0 } = this.#told ?? {};
    const rows = on.words("move_rows", { got: on.figure(got), of: on.figure(of) });
    return h("section", { class: "note", tabindex: "-1", "data-key": "moving", "aria-label": on.words("move_head") },
      h("p", { class: "name" }, said),
      of ? [h("progress", { max: of, value: got, "aria-label": rows }), h("p", { class: "bounds" }, rows)] : null,
      late ? h("p", {}, on.words("move_late")) : null,
      h("div", { class: "row" }, press({ label: on.words("move_back") }, () => this.#end(), { still: false }, "move-", { small: true })));
  }
}

// What can have the focus there, by its key.
function at(key) {
  return document.querySelector(`#moving [data-key="${key}"]`);
}

// From the address to the code, which is still to be typed.
function next(event) {
  const code = at("move code");
  if (event.key !== "Enter" || code.value) return;
  event.preventDefault();
  code.focus();
}

// For who listens to the page.
function spoken(sentence) {
  document.getElementById("spoken").textContent = sentence;
}
