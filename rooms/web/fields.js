// One function a kind of field. A field is told; nothing here knows what a command means.
//
// `on` is what a field can do: words(key, facts), figure(n), answer(cmds), tap(text, into),
// photo(file, into), draft(key, first), again(), go(key), weigh(key, cmd), chosen(cmds), still.

import { filled, h } from "./dom.js";
import { goods } from "./goods.js";

const FEW = 12; // tiles that are shown at once; more are folded by group

const KINDS = { lines, amount, cards, someof, tiles, dice, card, goods, answers, facts };

export function field(one, on, key) {
  const make = KINDS[one.kind];
  return make ? h("div", { class: `field ${one.kind}` }, make(one, on, key)) : null;
}

// The line that a key names, wherever it is nested; its key is that of its holder and a number.
export function lineAt(fields, wanted, base = "f") {
  for (const [number, one] of fields.entries()) {
    const found = among(one.lines, wanted, `${base}${number}`);
    if (found) return found;
  }
  return null;
}

function among(all, wanted, base) {
  for (const [number, one] of (all ?? []).entries()) {
    const key = `${base}.${number}`;
    if (key === wanted) return one;
    if (!wanted.startsWith(`${key}.`)) continue;
    return among(one.lines, wanted, key) ?? lineAt(one.fields, wanted, `${key}.f`);
  }
  return null;
}

export function buttons(all, on, key) {
  return all.map((one, number) => button(one, on, `${key}.${number}`));
}

function button(one, on, key) {
  const deep = one.lines.length > 0 || one.fields.length > 0 || one.sure !== "";
  const act = deep ? () => on.go(key) : () => on.answer(one.cmds);
  return press(one, act, on, key, { deep, chosen: !deep && on.chosen(one.cmds) });
}

export function press(one, act, on, key, { deep = false, chosen = false, pressed, name, small = false } = {}) {
  return h(
    "button",
    {
      type: "button", class: small ? "press small" : "press", "data-key": key, disabled: on.still,
      "aria-pressed": pressed === undefined ? null : String(pressed), "aria-label": name,
      "data-chosen": chosen, onclick: act,
    },
    h("span", { class: "label" }, one.label, one.hint ? h("small", {}, one.hint) : null),
    deep ? h("span", { class: "deeper", "aria-hidden": "true" }, "›") : null,
    chosen ? h("span", { class: "deeper", "aria-hidden": "true" }, "✓") : null,
  );
}

// What a line opens: its lines and fields, or the question whether it is meant.
export function deeper(one, on, key) {
  if (one.sure) {
    return [
      h("p", { class: "sure" }, one.sure),
      h("div", { class: "stack" }, press({ label: one.label }, () => on.answer(one.cmds), on, `${key}!`)),
    ];
  }
  return [
    ...one.fields.map((inner, number) => field(inner, on, `${key}.f${number}`)),
    one.lines.length ? h("div", { class: "stack" }, buttons(one.lines, on, key)) : null,
  ];
}

function named(label) {
  return label ? h("p", { class: "name" }, label) : null;
}

function lines(one, on, key) {
  return [named(one.label), h("div", { class: "stack" }, buttons(one.lines, on, key))];
}

function send(label, act, on, key, fit) {
  return press({ label }, act, { ...on, still: on.still || !fit }, `${key}!`);
}

// --- numbers

// A number to type, to step, or to take from marks. `change` is told of each new one.
export function number(one, on, key, draft, change) {
  const fit = (value) => Math.min(one.most, Math.max(one.least, one.least + Math.floor((value - one.least) / one.step) * one.step));
  const set = (value) => {
    draft.value = fit(value);
    change();
    on.again();
  };
  const step = (by, sign, word) =>
    h("button", {
      type: "button", class: "press small", "data-key": `${key}${sign}`, disabled: on.still,
      "aria-label": `${on.words(word, { amount: on.figure(one.step) })}: ${one.label}`, onclick: () => set(draft.value + by),
    }, sign);
  const typed = h("input", {
    "data-key": `${key}=`, inputmode: "numeric", autocomplete: "off", enterkeyhint: "done", size: 8, value: on.figure(draft.value),
    disabled: on.still, "aria-label": one.label,
    onfocus: (event) => event.target.select(),
    onchange: (event) => set(Number(event.target.value.replace(/[^0-9]/g, "") || draft.value)),
  });
  const marks = [...new Set(one.marks ?? [])].map((mark) =>
    press({ label: on.figure(mark) }, () => set(mark), on, `${key}@${mark}`, { pressed: draft.value === mark, small: true }));
  return [
    h("div", { class: "number" }, step(-one.step, "−", "less"), typed, step(one.step, "+", "more")),
    marks.length ? h("div", { class: "row" }, marks) : null,
    h("p", { class: "bounds" }, on.words("bounds", { least: on.figure(one.least), most: on.figure(one.most) })),
  ];
}

function amount(one, on, key) {
  const draft = on.draft(`${key}${one.label}`, { value: one.least });
  if (draft.value < one.least || draft.value > one.most) draft.value = one.least;
  const cmd = filled(one.cmd, one.fills, draft.value);
  return [
    named(one.label),
    number(one, on, key, draft, () => {}),
    send(`${one.send} ${on.figure(draft.value)}`, () => on.answer([cmd]), on, key, true),
  ];
}

function dice(one, on, key) {
  const draft = on.draft(`${key}${one.label}`, { values: [] });
  const rows = Array.from({ length: one.count }, (_, die) =>
    h("div", { class: "die", role: "group", "aria-label": on.words("die", { number: die + 1 }) },
      [1, 2, 3, 4, 5, 6].map((value) =>
        press({ label: String(value) }, () => { draft.values[die] = value; on.again(); }, on, `${key}.${die}.${value}`,
          { pressed: draft.values[die] === value, small: true }))));
  const all = Array.from({ length: one.count }, (_, die) => draft.values[die]);
  const fit = all.every((value) => value !== undefined);
  const value = one.many ? all : all[0];
  return [
    named(one.label), rows,
    send(fit ? `${one.send} ${all.join(" + ")}` : one.send, () => on.answer([filled(one.cmd, one.fills, value)]), on, key, fit),
  ];
}

// --- cards and things

// Cards to lay face down: a tap lays one, until all are turned over.
function cards(one, on, key) {
  return [
    named(one.label),
    h("div", { class: "stack" }, one.cards.map((face, number) => {
      const cmds = [filled(one.cmd, one.fills, face.value)];
      return press(face, () => on.answer(cmds), on, `${key}.${number}`, { pressed: one.laid === face.value, chosen: on.chosen(cmds) });
    })),
  ];
}

function someof(one, on, key) {
  const draft = on.draft(`${key}${one.label}`, { values: [] });
  const known = new Set(one.choices.map((face) => face.value));
  draft.values = draft.values.filter((value) => known.has(value));
  const turn = (value) => {
    const without = draft.values.filter((other) => other !== value);
    const more = without.length === draft.values.length;
    draft.values = more ? [...without, value].slice(-one.most) : without;
    on.again();
  };
  const count = draft.values.length;
  return [
    named(one.label),
    h("div", { class: "row" }, one.choices.map((face, number) =>
      press(face, () => turn(face.value), on, `${key}.${number}`, { pressed: draft.values.includes(face.value), small: true }))),
    h("p", { class: "bounds" }, on.words("some_of", { count, least: one.least, most: one.most })),
    send(one.send, () => on.answer([filled(one.cmd, one.fills, [...draft.values].sort((a, b) => a - b))]), on, key, count >= one.least),
  ];
}

function tiles(one, on, key) {
  const draft = on.draft(`${key}${one.label}`, { search: "", open: {} });
  const count = one.groups.reduce((sum, group) => sum + group.tiles.length, 0);
  const sought = draft.search.trim().toLocaleLowerCase();
  const fits = (tile) => !sought || `${tile.label} ${tile.hint}`.toLocaleLowerCase().includes(sought);
  const groups = one.groups.map((group, at) => {
    const found = group.tiles.map((tile, number) => [tile, number]).filter(([tile]) => fits(tile));
    if (!found.length) return null;
    return h("details", {
      open: sought !== "" || count <= FEW || Boolean(draft.open[group.label]),
      ontoggle: (event) => { draft.open[group.label] = event.target.open; },
    },
      h("summary", { "data-key": `${key}.${at}` }, `${group.label} (${found.length})`),
      h("div", { class: "stack" }, found.map(([tile, number]) =>
        press(tile, () => on.answer(tile.cmds), on, `${key}.${at}.${number}`, { chosen: on.chosen(tile.cmds) }))));
  });
  return [
    named(one.label),
    count > FEW ? h("input", {
      type: "search", "data-key": `${key}?`, value: draft.search, placeholder: on.words("search"), "aria-label": on.words("search"),
      autocomplete: "off", oninput: (event) => { draft.search = event.target.value; on.again(); },
    }) : null,
    groups.some(Boolean) ? groups : h("p", { class: "bounds" }, on.words("nothing_found")),
  ];
}

// A card: a photo of it, or what is printed on it; `into` is the trade that it may go into.
export function card(one, on, key, into = {}) {
  const draft = on.draft(`${key}${one.label}`, { text: "" });
  const tap = () => {
    const text = draft.text.trim();
    draft.text = "";
    if (text) on.tap(text, into);
    on.again();
  };
  return [
    named(one.label),
    h("form", { class: "number", onsubmit: (event) => { event.preventDefault(); tap(); } },
      h("input", {
        "data-key": `${key}=`, class: one.secret ? "covered" : null, value: draft.text, autocomplete: "off", autocapitalize: "characters",
        spellcheck: "false", enterkeyhint: "send", "aria-label": on.words("code"), placeholder: on.words("code"), disabled: on.still,
        oninput: (event) => { draft.text = event.target.value; },
      }),
      h("button", { class: "press small", "data-key": `${key}!`, disabled: on.still }, on.words("send"))),
    pictured((file) => on.photo(file, into), on, `${key}#`),
  ];
}

// A button that takes a photo.
export function pictured(took, on, key) {
  return h("label", { class: "press photo" },
    h("input", {
      type: "file", accept: "image/*", capture: "environment", class: "unseen", "data-key": key, disabled: on.still,
      onchange: (event) => { const [file] = event.target.files; event.target.value = ""; if (file) took(file); },
    }),
    h("span", { class: "label" }, on.words("photo")));
}

// --- what is told

function answers(one, on, key) {
  return [
    named(one.label),
    h("ul", { class: "given" }, one.given.map((who) => h("li", {}, h("span", {}, who.name), h("b", {}, who.said || "…")))),
    one.lines.length ? h("div", { class: "stack" }, buttons(one.lines, on, key)) : null,
  ];
}

export function facts(one, on, key) {
  return [
    one.label ? h("h3", {}, one.label) : null,
    h("dl", {}, one.facts.map((fact, number) => h("div", {}, h("dt", {}, fact.label), h("dd", {}, fact.text, why(fact.why, fact.label, on, `${key}.${number}`))))),
  ];
}

// A small button that asks why something is as it is.
export function why(what, about, on, key) {
  if (!what || on.looks) return null;
  return h("button", {
    type: "button", class: "why", "data-key": `${key}?`, "aria-label": `${on.words("why")}: ${about}`, onclick: () => on.why(what),
  }, "?");
}
