// What stands on the page, region by region. A region that has not changed is left alone, so that no
// finger is on a button that goes away for nothing.

import { h, show } from "./dom.js";
import { buttons, deeper, facts, field, lineAt, pictured, press, why } from "./fields.js";

const shown = new Map();

// Draw a region where what it is made of has changed.
export function region(id, made, ...inside) {
  const now = JSON.stringify(made);
  if (shown.get(id) === now) return false;
  shown.set(id, now);
  show(document.getElementById(id), ...inside.map((one) => (typeof one === "function" ? one() : one)));
  return true;
}

export function forget() {
  shown.clear();
}

// --- before there is a seat

// The host wants the code that stands on its screen, and says so in `sentence`.
export function code(sentence, enter) {
  forget();
  const input = h("input", {
    id: "code", "data-key": "code", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", enterkeyhint: "go", maxlength: 32,
  });
  show(document.getElementById("top"));
  show(document.getElementById("foot"));
  show(document.getElementById("main"),
    h("h1", { class: "wordless" }, "Ketuk"),
    h("form", { class: "join", onsubmit: (event) => { event.preventDefault(); enter(input.value.trim().toUpperCase()); } },
      h("label", { for: "code" }, sentence), input, h("button", { class: "press", "data-key": "ok" }, h("span", { class: "label" }, "OK"))));
  input.focus();
}

// The host has let go: why, and a way back where there is one.
export function gone(sentence, words, again) {
  alone(h("h1", { tabindex: "-1" }, sentence), press({ label: words("dial_again") }, again, { still: false }, "again"));
}

// There is no host, and nothing that it has shown.
export function nowhere(on) {
  if (!document.getElementById("nowhere")) alone(h("h1", { id: "nowhere" }, on.words("not_there")), causes(on));
}

// Nothing else stands there, but for a way to another laptop.
function alone(...inside) {
  forget();
  show(document.getElementById("top"));
  show(document.getElementById("foot"));
  show(document.getElementById("main"), ...inside, h("div", { id: "moving" }));
}

function causes(on) {
  return h("div", { class: "note" }, h("p", {}, on.words("away")), h("ul", {}, ["away_data", "away_guest", "away_host"].map((key) => h("li", {}, on.words(key)))));
}

export function join(state, on) {
  const { welcome } = state;
  region("top", [welcome.language, welcome.game, state.there], bar(state, on));
  region("foot", [state.note], () => noted(state, on));
  region("main", [welcome, state.there, state.claim], () => [
    h("h1", {}, on.words("join_head")),
    welcome.agreed?.length ? facts({ label: on.words("agreed"), facts: welcome.agreed }, on, "agreed") : null,
    h("form", { class: "join", onsubmit: (event) => event.preventDefault() },
      h("fieldset", {}, h("legend", {}, on.words("language")), h("div", { class: "row" }, languages(welcome, on))),
      h("label", { for: "name" }, on.words("name")),
      h("input", { id: "name", "data-key": "name", value: state.name, maxlength: 40, autocomplete: "nickname", oninput: (event) => on.name(event.target.value) }),
      h("fieldset", {}, h("legend", {}, on.words("seats")), h("div", { class: "stack" },
        [...welcome.seats, { seat: 0, name: on.words("watch"), taken: "" }].map((one) =>
          press({ label: one.name, hint: one.taken ? on.words(`taken_${one.taken}`) : "" },
            () => (one.taken ? on.claim(one.seat) : on.seat(one.seat)),
            { still: !["", "device"].includes(one.taken) || !state.there }, `seat ${one.seat}`)))),
      claim(welcome.seats.find((one) => one.seat === state.claim && one.taken === "device"), state, on))]);
}

// A seat that another device has is had by the card of its player.
function claim(one, state, on) {
  if (!one) return null;
  const input = h("input", {
    id: "claim", "data-key": "claim", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", enterkeyhint: "go", maxlength: 64,
    onkeydown: (event) => event.key === "Enter" && show(),
  });
  const show = () => on.seat(one.seat, input.value.trim().toUpperCase());
  return h("div", { class: "field card" },
    h("label", { for: "claim" }, on.words("claim", { name: one.name })),
    h("div", { class: "number" }, input,
      h("button", { type: "button", class: "press small", "data-key": "claim!", disabled: !state.there, onclick: show }, on.words("send"))),
    pictured((file) => on.shown(one.seat, file), { ...on, still: !state.there }, "claim#"));
}

function languages(welcome, on, then = () => {}) {
  return welcome.languages.map(([id, name]) => h("button", {
    type: "button", class: "press small", "data-key": `lang ${id}`, lang: id, "aria-pressed": String(id === welcome.language),
    onclick: () => { on.speak(id); then(); },
  }, name));
}

// --- the game

export function game(state, on) {
  const { sheet } = state.page;
  document.documentElement.lang = sheet.language;
  document.title = `${sheet.mine ? "● " : ""}${sheet.headline} · Ketuk`;
  region("top", [sheet.language, state.there, state.welcome?.seat, state.welcome?.name, state.welcome?.game], bar(state, on));
  head(sheet, on, state);
  foot(state, on);
  clocks(state, on);
}

function bar(state, on) {
  const { there, welcome } = state;
  const mine = state.page?.sheet.players.find((one) => one.mine);
  const who = welcome?.seat ? mine?.name || welcome.name : welcome?.seat === 0 ? on.words("watching") : "";
  return [
    h("span", { class: `there ${there ? "on" : "off"}`, role: "status" }, on.words(there ? "there" : "not_there")),
    h("span", { class: "who" }, who),
    h("button", { type: "button", class: "press small", "data-key": "menu", "aria-haspopup": "dialog", onclick: () => on.menu() }, on.words("menu")),
  ];
}

function head(sheet, on, state) {
  const main = document.getElementById("main");
  if (!main.querySelector("#headline")) {
    show(main, h("div", { id: "headline", "aria-live": "polite", "aria-atomic": "true" }), ...["asked", "moving", "always", "hand", "told", "last"].map((id) => h("div", { id })));
    forget();
  }
  region("headline", [sheet.headline, sheet.text], h("h1", {}, sheet.headline), sheet.text ? h("p", {}, sheet.text) : null);
  region("asked", [sheet.waits, Boolean(sheet.timer), state.away && !on.moves], () => [
    sheet.timer ? h("p", { class: "clock", role: "timer", id: "clock" }) : null,
    sheet.waits.length && !sheet.mine ? h("p", { class: "waits" }, on.words("waits_for", { names: sheet.waits.join(", ") })) : null,
    state.away && !on.moves ? causes(on) : null,
  ]);
  const looks = on.looks;
  region("always", [state.open === "always", looks ? null : [sheet.always, sheet.back, state.pending, on.still]], () => looks ? null : [
    sheet.always.some((one) => !one.sure) || sheet.back.length ? h("div", { class: "row" },
      standing(sheet, on, false),
      sheet.back.map((one) => press({ label: one.label }, () => on.back(one), on, `back ${one.way}`, { small: true }))) : null]);
  region("hand", [sheet.hand, state.pending, on.still], () => sheet.hand ? part("hand", on, on.words("hand", { count: sheet.hand.length }), sheet.hand.length
    ? h("ul", { class: "cards" }, sheet.hand.map((one, number) => h("li", {},
      h("h3", {}, one.label), h("p", {}, one.text),
      one.idle ? h("p", { class: "idle" }, one.idle) : null,
      one.lines.length ? h("div", { class: "stack" }, buttons(one.lines, on, `h${number}`)) : null,
      one.fields.map((inner, at) => field(inner, on, `h${number}.f${at}`)))))
    : h("p", {}, on.words("hand_empty"))) : null);
  region("last", looks ? null : [sheet.always, state.pending, on.still], () => looks ? null : h("div", { class: "row" }, standing(sheet, on, true)));
  region("told", [sheet.purse, sheet.deeds, sheet.players, sheet.lot, sheet.facts, sheet.log, looks], () => [
    list("lot", sheet.lot, on, true), list("purse", sheet.purse, on, true), players(sheet, on), list("deeds", sheet.deeds, on, false),
    sheet.facts.map((one, number) => part(`facts${number}`, on, one.label, facts({ ...one, label: "" }, on, `t${number}`))),
    sheet.log.length ? part("log", on, on.words("log"), h("ol", { class: "log", "data-scroll": "log" }, sheet.log.map((one) =>
      h("li", {}, h("span", {}, one.text), why(one.why, one.text, on, `log${one.seq}${one.text}`))))) : null,
  ]);
}

// What can be asked at any time; what is asked once more before it is done stands last on the page.
function standing(sheet, on, sure) {
  return sheet.always.map((one, number) => {
    if (Boolean(one.sure) !== sure) return null;
    const deep = one.lines.length > 0 || one.fields.length > 0 || sure;
    return press({ label: one.label }, () => (deep ? on.go(`a.${number}`) : on.answer(one.cmds)), on, `a.${number}`, { small: true });
  });
}

// A part that can be folded away; the device remembers which.
function part(id, on, label, ...inside) {
  return h("details", { class: "part", id: `part-${id}`, open: on.unfolded(id), ontoggle: (event) => on.fold(id, event.target.open) },
    h("summary", { "data-key": `part ${id}` }, h("h2", {}, label)), ...inside);
}

function list(id, all, on) {
  return all.length ? part(id, on, on.words(id), facts({ label: "", facts: all }, on, id)) : null;
}

function players(sheet, on) {
  return part("players", on, on.words("players"), h("ul", { class: "players" }, sheet.players.map((one) =>
    h("li", { class: one.out ? "out" : null },
      h("span", { class: "badge", "aria-hidden": "true" }, String(one.seat)),
      h("span", { class: "label" }, h("b", {}, one.name),
        h("small", {}, [one.mine ? on.words("you") : "", one.waited ? on.words("waited") : "", one.here ? on.words(`here_${one.here}`) : "", one.out ? on.words("out") : ""].filter(Boolean).join(" · ")),
        h("span", { class: "figures" }, one.figures.map((fact, number) =>
          h("span", {}, `${fact.label} ${fact.text}`, why(fact.why, `${one.name}, ${fact.label}`, on, `p${one.seat}.${number}`)))))))));
}

// Under the thumb: what is put to all, what was refused, the answers.
function foot(state, on) {
  const { sheet } = state.page;
  const poll = state.poll;
  const line = state.open === null ? null : opened(sheet, state.open, state.note);
  const made = [sheet.fields, sheet.language, poll && [poll.poll, poll.text, poll.yes, poll.waits, poll.mine], state.refused, state.note,
    state.pending, state.open, state.drawn, on.still, on.looks, state.weighed, line && line.label];
  const deep = line !== null;
  region("foot", made, () => [
    poll ? polled(poll, on) : null,
    state.refused ? h("div", { class: "refused", role: "alert" },
      h("p", {}, state.refused.sentence),
      h("div", { class: "row" },
        state.refused.ruling ? press({ label: on.words("ruling", { number: state.refused.ruling }) }, () => on.why(`ruling:${state.refused.ruling}`), { still: false }, "ruling", { small: true }) : null,
        press({ label: on.words("understood") }, () => on.understood(), { still: false }, "understood", { small: true }))) : null,
    noted(state, on),
    state.pending ? h("p", { class: "note", role: "status" }, on.words(state.there ? "sending" : "kept")) : null,
    deep ? h("section", { class: "answers deep", "data-scroll": "answers", "aria-label": line.label },
      h("div", { class: "back" }, press({ label: `‹ ${on.words("back")}` }, () => on.go(null), { still: false }, "back", { small: true }), h("b", {}, line.label)),
      ...deeper(line, on, state.open))
      : sheet.fields.length && !on.looks ? h("section", { class: "answers", "data-scroll": "answers", "aria-label": on.words("answers") },
        sheet.fields.map((one, number) => field(one, on, `f${number}`))) : null,
  ]);
  const size = `${document.getElementById("foot").offsetHeight}px`;
  document.documentElement.style.setProperty("--foot", size);
}

// What came of something, and what a card could mean.
function noted({ note }, on) {
  if (!note) return null;
  return [
    h("p", { class: `note ${note.tone}`, role: "status" }, note.sentence),
    (note.fields ?? []).map((one, number) => field(one, on, `n.f${number}`)),
    note.lines?.length ? h("div", { class: "stack" }, buttons(note.lines, on, "n")) : null,
  ];
}

export function opened(sheet, key, note) {
  if (key.startsWith("n.")) return lineAt(note?.fields ?? [], key.slice(2)) ?? lineAt([{ lines: note?.lines }], `f0.${key.slice(2)}`);
  if (key.startsWith("a.")) return lineAt([{ lines: sheet.always }], `f0${key.slice(1)}`) ?? null;
  if (key.startsWith("h")) {
    const [number, ...rest] = key.slice(1).split(".");
    const card = sheet.hand?.[Number(number)];
    if (!card) return null;
    return rest[0].startsWith("f") ? lineAt(card.fields, rest.join(".")) : lineAt([{ lines: card.lines }], `f0.${rest.join(".")}`);
  }
  return lineAt(sheet.fields, key);
}

function polled(poll, on) {
  return h("section", { class: "poll", "aria-label": on.words("poll") },
    h("p", { class: "name" }, poll.text),
    h("p", { class: "bounds" }, on.words("poll_yes", { names: poll.yes.join(", ") || "–" }), poll.waits.length ? ` · ${on.words("waits_for", { names: poll.waits.join(", ") })}` : "",
      " · ", h("span", { id: "poll-clock" })),
    poll.mine && !on.looks ? h("div", { class: "stack" },
      press({ label: on.words("yes") }, () => on.agree(poll.poll, true), { still: on.cut }, `poll ${poll.poll} yes`),
      press({ label: on.words("no") }, () => on.agree(poll.poll, false), { still: on.cut }, `poll ${poll.poll} no`)) : null);
}

// --- time, said each second

export function clocks(state, on) {
  const clock = document.getElementById("clock");
  const timer = state.page?.sheet.timer;
  if (clock && timer) {
    const left = timer.stands ? timer.left : timer.left - (performance.now() - state.pageAt) / 1000;
    put(clock, `${time(left)}${timer.stands ? ` ${on.words("stands")}` : ""}`);
  }
  const poll = document.getElementById("poll-clock");
  if (poll && state.poll) put(poll, time(state.poll.left - (performance.now() - state.pollAt) / 1000));
}

function put(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

function time(seconds) {
  const left = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

// --- over the page

export function reasons(message, on) {
  over(on, message.title, message.lines.map((line) => h("p", {}, line)));
}

export function menu(state, on) {
  const { welcome } = state;
  const turn = (key, pressed, act, label) => h("button", { type: "button", class: "press small", "data-key": key, "aria-pressed": String(pressed), onclick: act }, label);
  over(on, on.words("menu"), [
    h("h3", {}, on.words("language")),
    h("div", { class: "row" }, welcome ? languages(welcome, on, close) : null),
    h("div", { class: "row" },
      turn("sound", state.sound, (event) => { on.sound(); event.currentTarget.setAttribute("aria-pressed", String(state.sound)); }, on.words("sound")),
      h("button", { type: "button", class: "press small", onclick: () => { on.leave(); close(); } }, on.words("other_seat"))),
    h("p", { class: "bounds" }, on.words("menu_text")),
    welcome?.seat ? h("p", { class: "bounds" }, on.keeps ? on.words("copy_kept") : on.words("copy_none")) : null,
    state.results.length ? [h("h3", {}, on.words("results")), facts({ label: "", facts: state.results }, on, "results")] : null,
  ]);
}

function over(on, title, inside) {
  const dialog = document.getElementById("over");
  show(dialog, h("h2", { id: "over-head" }, title), h("div", { class: "inside", tabindex: "0", role: "group", "aria-labelledby": "over-head" }, inside),
    h("button", { type: "button", class: "press", "data-key": "close", onclick: close }, h("span", { class: "label" }, on.words("close"))));
  dialog.setAttribute("aria-labelledby", "over-head");
  if (!dialog.open) dialog.showModal();
}

function close() {
  document.getElementById("over").close();
}
