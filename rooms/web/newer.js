// Two pages that a host has told, one after the other.

// Whether the first one is the later one.
export function newer(one, old) {
  for (const part of ["host", "seq", "turn"]) if (one[part] !== old[part]) return one[part] > old[part];
  return false;
}

// Whether other answers stand under the thumb.
export function changed(old, one) {
  return JSON.stringify([old.sheet.fields, old.sheet.always]) !== JSON.stringify([one.sheet.fields, one.sheet.always]);
}

// What may be shown of a page to the whole table: nothing of a hand, or of what its player was about to answer.
export function common(sheet) {
  return { ...sheet, text: "", fields: [], always: [], hand: sheet.hand && [], back: [], poll: null };
}
