// A trade that is put together: with whom, what goes each way, and what the host says of it.

import { filled, h } from "./dom.js";
import { card, number, press } from "./fields.js";

export function goods(one, on, key) {
  const place = `goods ${one.label}`;
  const draft = on.draft(place, { partner: "", sides: {}, contract: "", terms: {} });
  const partner = one.partners.find((other) => other.label === draft.partner) ?? one.partners[0];
  const turn = (act) => () => { act(); on.again(); };
  const cmd = command(partner, draft);
  const told = on.weighed(key, cmd);
  return [
    h("p", { class: "name" }, one.label),
    one.partners.length > 1 ? h("div", { class: "row", role: "group", "aria-label": on.words("partner") }, one.partners.map((other, at) =>
      press({ label: other.label }, turn(() => Object.assign(draft, { partner: other.label, sides: {}, contract: "" })), on, `${key}p${at}`,
        { pressed: other === partner, small: true }))) : null,
    side(partner.give, on, `${key}g`, draft),
    side(partner.take, on, `${key}t`, draft),
    partner.contracts.length ? contracts(partner, on, `${key}c`, draft) : null,
    one.card ? h("div", { class: "field card" }, card({ label: one.card }, on, `${key}k`, { making: cmd, place })) : null,
    h("div", { class: "weighed", role: "status" },
      told ? [told.lines.map((line) => h("p", {}, line)), told.sentence ? h("p", { class: "bad" }, told.sentence) : null] : null),
    press({ label: one.send }, () => on.answer([cmd]), { ...on, still: on.still || told?.may === false }, `${key}!`),
  ];
}

// What the host says of a card that was put down, or taken back, in the trade of this draft.
export function laid(draft, put) {
  draft.partner = put.partner;
  for (const [into, { cash, tiles, cards }] of Object.entries(put.sides)) draft.sides[into] = { value: cash, tiles, cards };
}

function of(draft, into) {
  return (draft.sides[into] ??= { value: 0, tiles: [], cards: [] });
}

// What stands in the draft, as far as it is still there to be given.
function command(partner, draft) {
  let cmd = partner.cmd;
  for (const one of [partner.give, partner.take]) {
    const put = of(draft, one.into);
    const there = (all, kept) => kept.filter((value) => all.some((good) => good.value === value)).sort((a, b) => a - b);
    const cash = Math.min(put.value, one.cash);
    cmd = filled(cmd, one.into, { cash, tiles: there(one.tiles, put.tiles), cards: there(one.cards, put.cards) });
  }
  const contract = partner.contracts.find((other) => other.label === draft.contract);
  if (!contract) return cmd;
  let terms = contract.terms;
  for (const term of contract.numbers) terms = { ...terms, [term.name]: draft.terms[term.name]?.value ?? term.least };
  return filled(cmd, contract.into, terms);
}

function side(one, on, key, draft) {
  const put = of(draft, one.into);
  const turn = (list, value) => () => {
    put[list] = put[list].includes(value) ? put[list].filter((other) => other !== value) : [...put[list], value];
    on.again();
  };
  const toggles = (list) => one[list].map((good) =>
    press({ ...good, hint: good.hint || good.group }, turn(list, good.value), on, `${key}${list}${good.value}`, { pressed: put[list].includes(good.value), small: true }));
  const bounds = { label: `${one.label}: ${on.words("cash")}`, least: 0, most: one.cash, step: one.step, marks: [] };
  return h("fieldset", {},
    h("legend", {}, one.label),
    one.cash > 0 ? number(bounds, on, `${key}$`, put, () => {}) : null,
    h("div", { class: "row" }, toggles("tiles"), toggles("cards")));
}

function contracts(partner, on, key, draft) {
  const chosen = partner.contracts.find((other) => other.label === draft.contract);
  const pick = (label) => () => { Object.assign(draft, { contract: label, terms: {} }); on.again(); };
  return h("fieldset", {},
    h("legend", {}, on.words("contract")),
    h("div", { class: "row" },
      press({ label: on.words("no_contract") }, pick(""), on, `${key}-`, { pressed: !chosen, small: true }),
      partner.contracts.map((one, at) => press(one, pick(one.label), on, `${key}${at}`, { pressed: one === chosen, small: true }))),
    chosen ? chosen.numbers.map((term) => {
      const put = (draft.terms[term.name] ??= { value: term.least });
      return [h("p", { class: "name" }, term.label),
        number({ ...term, marks: [] }, on, `${key}${term.name}`, put, () => {})];
    }) : null);
}
