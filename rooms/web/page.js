// The page of one device: what it was told, what it asks, what it keeps. It computes nothing of a game.

import * as bell from "./bell.js";
import { ident } from "./dom.js";
import * as draw from "./draw.js";
import { laid } from "./goods.js";
import { Handover } from "./handover.js";
import { Keep } from "./keep.js";
import { Line } from "./line.js";
import { changed, newer } from "./newer.js";
import { small } from "./photo.js";
import { Places, taken } from "./places.js";
import { Sealed } from "./sealed.js";

const BUILD = document.querySelector("meta[name=build]")?.content ?? "1";
const FRESH = 300; // ms in which a button that has just changed takes no tap
const AGAIN = 5000; // ms after which an answer that nobody has answered goes out once more
const AWAY = 10_000; // ms without a host after which the page says what it may be
const WEIGH = 150; // ms that a trade stands still before it is weighed
const WIDE = 900_000; // bytes of a photo in base64 that a host takes

const state = {
  welcome: null, page: null, pageAt: 0, poll: null, pollAt: 0, there: false, away: false, choosing: false,
  words: {}, name: "", language: "", sound: true, device: "", token: "", code: "",
  profile: null, results: [], chosen: false,
  refused: null, note: null, pending: null, open: null, claim: 0, drawn: 0, weighed: null, folded: {},
};
const drafts = new Map();
let keep, line, places, sealed, handover;
let fresh = 0; // until then nothing is taken
let lost = performance.now();
let weighing = 0;

// --- what the page can do, for one drawing of it

function words(key, facts = {}) {
  return (state.words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => facts[name] ?? whole);
}

function figure(amount) {
  return String(amount).replace(/\B(?=(\d{3})+(?!\d))/g, state.words.thousands ?? "");
}

function acts() {
  const { ask, seq } = state.page ?? { ask: "", seq: 0 };
  return {
    words, figure,
    cut: !state.there,
    still: state.pending !== null && state.there,
    looks: !state.welcome?.seat,
    moves: places.typed !== null,
    keeps: sealed.whole,
    answer: (cmds) => request({ type: "do", ask, cmds }),
    tap: (text, into) => request({ type: "tap", ask, text, ...into }),
    photo: (file, into) => photo(file, { ask, ...into }),
    back: (one) => request({ type: "undo", seq: one.seq ?? seq, way: one.way }),
    agree: (poll, yes) => line.send({ type: "agree", poll, yes }),
    why: (what) => line.send({ type: "why", id: ident(), what }) || say(words("not_there"), "bad"),
    chosen: (cmds) => state.pending?.cmds !== undefined && JSON.stringify(state.pending.cmds) === JSON.stringify(cmds),
    draft: (key, first) => drafts.get(key) ?? drafts.set(key, first).get(key),
    again: () => { state.drawn++; paint(); },
    weighed,
    go: (key) => { state.open = key; if (!key?.startsWith("n.")) state.note = null; settle(); paint(); },
    understood: () => { state.refused = null; paint(); },
    unfolded: (id) => state.folded[id] ?? (id !== "deeds" && !id.startsWith("facts")),
    fold: (id, open) => { state.folded[id] = open; keep.set("folded", state.folded); },
    menu: () => draw.menu(state, acts()),
    speak, leave,
    sound: sounds,
    name: (name) => { state.name = name; },
    seat: (seat, card = "") => sit({ seat, card }),
    shown: async (seat, file) => { const photo = await pictured(file); if (photo) sit({ seat, photo }); },
    claim: (seat) => { state.claim = seat; state.note = null; paint(); document.getElementById("claim")?.focus(); },
  };
}

function paint() {
  const joins = state.welcome && (state.welcome.seat === null || state.choosing);
  if (joins) draw.join(state, acts());
  else if (state.page) draw.game(state, acts());
  else if (state.away && !line.stopped && state.words.away) draw.nowhere(acts());
  moving();
  if (state.welcome || state.page) stands(joins ? null : state.page);
}

// A way to another laptop, where the one of before may be broken.
function moving() {
  handover.draw(acts(), line.stopped ? sealed.whole : state.away);
}

// Which page stands there, and whether an answer is under way: to be seen from outside.
function stands(page) {
  document.body.dataset.page = page ? `${page.host}.${page.seq}.${page.turn}` : "";
  document.body.toggleAttribute("data-pending", state.pending !== null);
}

function say(sentence, tone) {
  state.note = { sentence, tone };
  paint();
}

// From now on a short while nothing under the thumb is taken: it is not what it was.
function settle() {
  fresh = performance.now() + FRESH;
  document.body.dataset.fresh = "";
  setTimeout(() => performance.now() >= fresh - 1 && delete document.body.dataset.fresh, FRESH);
}

// --- answers: one a question is kept until the host has said what became of it

function request(message) {
  if (performance.now() >= fresh) put(message);
}

// It goes out, whatever has changed under the thumb: a photo was taken for its question.
function put(message) {
  state.pending = { id: ident(), ...message };
  state.refused = state.note = null;
  state.pending.sent = line.send(bare(state.pending)) ? performance.now() : 0;
  if (message.type !== "photo") keep.set("pending", bare(state.pending));
  paint();
}

function bare({ sent, place, ...message }) {
  return message;
}

// An answer of the host to what was asked under this id; whether it was the one that is waited for.
function answered(id) {
  if (state.pending?.id !== id) return false;
  state.pending = null;
  keep.set("pending", undefined);
  return true;
}

async function photo(file, more) {
  const data = await pictured(file);
  if (data) put({ type: "photo", data, ...more });
}

// A photo as it can be sent; null if it is none, which is said.
async function pictured(file) {
  const data = await small(file).catch(() => "");
  if (data && data.length <= WIDE) return data;
  say(words("no_picture"), "bad");
  return null;
}

function weighed(key, cmd) {
  const made = JSON.stringify(cmd);
  if (state.weighed?.made === made) return state.weighed.told;
  state.weighed = { made, id: ident(), told: null };
  const { id } = state.weighed;
  clearTimeout(weighing);
  weighing = setTimeout(() => state.weighed.id === id && line.send({ type: "weigh", id, cmd }), WEIGH);
  return null;
}

// --- the device

function profile() {
  keep.set("profile", { name: state.name, language: state.language, sound: state.sound, chosen: state.chosen });
}

// What this device owns of its player: the host has a copy (null: nothing any more, nor a copy of the game).
function owns(one, lines = []) {
  if (!one) sealed.drop();
  Object.assign(state, { profile: one, results: lines });
  keep.set("owned", one ? { profile: one, lines } : undefined);
}

function sounds() {
  state.sound = !state.sound;
  state.chosen = true;
  profile();
  if (state.sound) bell.ring();
  if (!state.profile) return;
  owns({ ...state.profile, sound: state.sound, turn: state.profile.turn + 1 }, state.results);
  line.send({ type: "profile", profile: state.profile });
}

function speak(language) {
  state.language = language;
  state.chosen = true;
  profile();
  line.send({ type: "language", language });
}

function sit(wanted) {
  profile();
  state.choosing = false;
  line.send({ type: "seat", name: state.name.trim(), ...wanted });
}

function leave() {
  state.choosing = true;
  line.send({ type: "seat", seat: 0 });
}

function code(entered) {
  state.code = entered;
  keep.set("code", entered);
  line.start();
}

// --- what the host says

const HEARD = {
  welcome(message) {
    state.welcome = message;
    if (message.seat !== null) state.claim = 0;
    if (message.seat === 0) owns(null);
    state.words = message.words;
    state.language = message.language;
    document.documentElement.lang = message.language;
    if (message.name) state.name = message.name;
    if (message.token) {
      state.token = message.token;
      keep.set("token", message.token);
    }
    keep.set("code", undefined);
    keep.set("words", message.words);
    places.rules(message.reign);
    places.others(message.guests);
    handover.over();
    if (state.pending && !state.pending.sent) resend();
  },
  profile(message) {
    const own = state.profile;
    if (own?.name === message.profile.name && own.turn > message.profile.turn) return line.send({ type: "profile", profile: own });
    state.sound = message.profile.sound;
    owns(message.profile, message.lines);
    profile();
  },
  page(message) {
    const old = state.page;
    const same = old !== null && old.host === message.host && old.ask === message.ask;
    if (old?.line === line.number && !newer(message, old)) return;
    const mine = message.sheet.mine && !(same && old.sheet.mine);
    state.page = { ...message, line: line.number };
    state.pageAt = performance.now();
    poll(message.sheet.poll);
    if (!same) question(old?.sheet, message.sheet);
    if (!same || changed(old, message)) settle();
    if (mine && old !== null && state.sound && !document.hidden) bell.ring();
    keep.set("page", message);
  },
  done(message) {
    if (answered(message.id)) state.note = message.text ? { sentence: message.text, tone: "good" } : null;
  },
  refused(message) {
    if (answered(message.id)) state.refused = message;
    else if (state.weighed?.id === message.id) state.weighed.told = { lines: [], may: false, sentence: message.sentence };
    else if (message.id === "seat") {
      state.choosing = state.welcome?.seat !== null; // the seat is still to be chosen
      state.note = { sentence: message.sentence, tone: "bad" };
    }
  },
  verdict(message) {
    const draft = drafts.get(state.pending?.place);
    if (!answered(message.id)) return;
    state.note = message;
    if (!message.put || !draft) return;
    laid(draft, message.put);
    state.drawn++;
  },
  weighed(message) {
    if (state.weighed?.id === message.id) state.weighed.told = message;
  },
  reasons(message) {
    draw.reasons(message, acts());
  },
  poll(message) {
    poll(message.poll);
    if (message.sentence) state.note = { sentence: message.sentence, tone: "note" };
  },
  guests(message) {
    places.others(message.guests);
  },
  sealed: (message) => sealed.take(message),
  keys: (message) => sealed.keys(message, { title: state.welcome?.game ?? "", player: state.welcome?.name ?? "" }),
  gathering: (message) => handover.gathering(message),
  gone(message) {
    places.news(message.reign);
    if (message.why === "waiting" || handover.refused(message)) return;
    if (message.why === "put_out") state.code = ""; // it has another one by now
    if (["token", "moved", "put_out"].includes(message.why)) {
      state.token = "";
      keep.set("token", undefined);
      if (message.why !== "token") owns(null);
    }
    if (message.again) return;
    answered(state.pending?.id);
    line.stop();
    Object.assign(state, { welcome: null, page: null, poll: null });
    keep.set("page", undefined);
    stands(null);
    if (message.why === "token" && state.code) line.start();
    else if (message.why === "code" || message.why === "token") draw.code(message.sentence, code);
    else draw.gone(message.sentence, words, () => line.start());
    moving();
  },
};

// Another question: what was opened and begun belonged to the one before, a trade excepted.
function question(old, sheet) {
  state.refused = state.pending ? state.refused : null;
  for (const key of drafts.keys()) if (!key.startsWith("goods ")) drafts.delete(key);
  const before = old && state.open ? draw.opened(old, state.open) : null;
  const at = sheet.fields.flatMap((one, number) => (one.lines ?? []).map((inner, place) => [inner, `f${number}.${place}`]));
  const goods = before && at.find(([inner]) => inner.label === before.label && inner.fields.some((one) => one.kind === "goods"));
  state.open = goods ? goods[1] : null;
}

function poll(now) {
  if (now?.poll !== state.poll?.poll) settle();
  state.poll = now ?? null;
  state.pollAt = performance.now();
}

function resend() {
  state.pending.sent = line.send(bare(state.pending)) ? performance.now() : 0;
}

function heard(message) {
  HEARD[message.type]?.(message);
  if (!["gone", "sealed", "keys"].includes(message.type)) paint();
}

function told(now) {
  const there = now === "open";
  if (!there && state.there) {
    lost = performance.now();
    if (state.pending) state.pending.sent = 0;
    if (state.weighed && !state.weighed.told) state.weighed = null;
  }
  if (now === "away") handover.lost();
  if (there) state.away = false;
  if (there !== state.there) {
    state.there = there;
    paint();
  }
}

function tick() {
  if (!state.there && !state.away && performance.now() - lost > AWAY) {
    state.away = true;
    paint();
  }
  if (state.there && state.pending?.sent && performance.now() - state.pending.sent > AGAIN) resend();
  if (state.page) draw.clocks(state, acts());
  if (places.typed) moving();
}

// --- start

async function start() {
  const brought = taken();
  keep = await Keep.open();
  sealed = new Sealed({ said: (seq) => line.send({ type: "kept", seq }), missed: () => line.dial() });
  await sealed.ready;
  const kept = Object.fromEntries(await Promise.all(
    ["device", "token", "code", "profile", "words", "page", "pending", "folded", "owned", "places"].map(async (key) => [key, await keep.get(key)])));
  state.device = kept.device ?? ident();
  keep.set("device", state.device);
  state.code = brought || kept.code || "";
  if (brought) keep.set("code", brought);
  state.token = kept.token ?? "";
  Object.assign(state, kept.profile ?? {}, { profile: kept.owned?.profile ?? null, results: kept.owned?.lines ?? [] }, { words: kept.words ?? {}, folded: kept.folded ?? {} });
  state.language ||= (navigator.languages?.[0] ?? navigator.language ?? "").slice(0, 2).toLowerCase();
  if (!/^[a-z]{2}$/.test(state.language)) state.language = "id";
  places = new Places(keep, kept.places, BUILD, brought !== "");
  line = new Line({
    places: () => places.all,
    greeting: () => ({ type: "hello", build: BUILD, device: state.device, language: state.language, name: state.name, code: places.codeAt(line.place, state.code), token: state.token,
      chosen: state.chosen, sound: state.sound, reign: places.reign, sealed: sealed.have }),
    heard, state: told,
  });
  handover = new Handover({ places, line, sealed, words, paint, sheet: () => state.page?.sheet, token: () => state.token });
  if (kept.page && state.token) {
    state.page = { ...kept.page, line: 0 };
    state.pageAt = performance.now();
    state.pending = kept.pending ? { ...kept.pending, sent: 0 } : null;
    paint();
  }
  line.dial();
  setInterval(tick, 250);
}

for (const kind of ["pointerup", "keydown"]) addEventListener(kind, bell.ready, { passive: true });
document.addEventListener("click", (event) => {
  if (performance.now() >= fresh || !event.target.closest("#foot, #always, #hand, #last")) return;
  event.preventDefault();
  event.stopPropagation();
}, { capture: true });
start();
