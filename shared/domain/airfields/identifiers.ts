// Identifiers of airfields as pilots type and hear them.

/** Normalizes a typed identifier for a look-up: ` kmyf ` becomes `KMYF`. */
export function typedIdentifier(typed: string): string {
  return typed.trim().toUpperCase();
}

/** Whether the text can be an identifier: three or four letters and digits, as in KMYF, L18 or 85CA. */
export function isIdentifier(text: string): boolean {
  return /^[A-Z0-9]{3,4}$/.test(text);
}

/** Spells an identifier for a screen reader: `KMYF` becomes `K M Y F`. */
export function spelled(identifier: string): string {
  return [...identifier].join(" ");
}
