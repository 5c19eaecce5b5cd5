// Elements from plain values. Text only ever becomes text: nothing that is told can be markup.

export function h(tag, given = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled" || name === "open") made[name] = value;
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...inside.flat(Infinity).filter((one) => one !== null && one !== undefined && one !== false && one !== ""));
  return made;
}

// Show these in a place, and leave the focus, a cursor and what is scrolled where they were.
// What can have the focus is known again by its data-key.
export function show(place, ...inside) {
  const at = document.activeElement;
  const key = at && place.contains(at) ? at.dataset.key : undefined;
  const cursor = key && "selectionStart" in at ? safely(() => [at.selectionStart, at.selectionEnd]) : null;
  const scrolled = new Map([...place.querySelectorAll("[data-scroll]")].map((one) => [one.dataset.scroll, one.scrollTop]));
  const top = place.scrollTop;
  place.replaceChildren(...inside.flat(Infinity).filter(Boolean));
  place.scrollTop = top;
  for (const one of place.querySelectorAll("[data-scroll]")) one.scrollTop = scrolled.get(one.dataset.scroll) ?? one.scrollTop;
  if (!key) return;
  const again = [...place.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
  if (!again) return;
  again.focus({ preventScroll: true });
  if (cursor) safely(() => again.setSelectionRange(...cursor));
}

function safely(act) {
  try {
    return act();
  } catch {
    return null; // a field of numbers has no cursor that can be asked for
  }
}

// A value put into a copy of a command, at a path whose steps are separated by dots.
export function filled(command, path, value) {
  const copy = structuredClone(command);
  const steps = path.split(".");
  const last = steps.pop();
  let at = copy;
  for (const step of steps) at = at[step] ??= {};
  at[last] = value;
  return copy;
}

export function ident() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(16).padStart(2, "0")).join("");
}
