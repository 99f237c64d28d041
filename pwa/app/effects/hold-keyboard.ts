// Opens the keyboard of a phone for a field that a page focuses on arrival. iOS opens it only for a field that the press itself focuses.

/** Longer than this no page takes to appear. */
const PATIENCE_MS = 3_000;

/** Call in the press. Focuses the field, or, until its page is drawn, an unseen one, since moving the focus keeps the keyboard. */
export function holdKeyboard(): void {
  const field = document.querySelector<HTMLElement>("main [data-focus-on-arrival]");
  (field ?? unseenField()).focus({ preventScroll: true });
}

function unseenField(): HTMLElement {
  const field = document.createElement("input");
  field.tabIndex = -1;
  field.ariaHidden = "true";
  // iOS zooms into fields with smaller text.
  Object.assign(field.style, { position: "fixed", top: "0", opacity: "0", pointerEvents: "none", fontSize: "16px" });
  field.addEventListener("blur", () => field.remove(), { once: true });
  setTimeout(() => field.blur(), PATIENCE_MS);
  document.body.append(field);
  return field;
}
