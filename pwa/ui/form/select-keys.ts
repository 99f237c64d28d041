// The keys of an open list of options, as WAI-ARIA describes them for a combobox without a text field.

/** Within this many milliseconds the next letter continues the word. */
const TYPING_MS = 700;
/** Options that a Page key passes. */
const PAGE = 10;

export type ListState = {
  /** Index of the option that Enter chooses. */
  active: number;
  /** Letters typed so far, and when the last one came. */
  typed: string;
  typedAt: number;
};

export type KeyPress = { key: string; at: number; altKey?: boolean };

/** Whether a key without Control or Command types a letter. A space continues a word. */
export function isLetter(key: string, typed: string): boolean {
  return key.length === 1 && (key !== " " || typed !== "");
}

/** The state after a key; `choose` takes the active option, null leaves the key to the browser. */
export function afterKey(labels: readonly string[], state: ListState, press: KeyPress): ListState | "choose" | null {
  const { active } = state;
  const last = labels.length - 1;
  const move = (to: number) => ({ active: Math.max(0, Math.min(to, last)), typed: "", typedAt: 0 });
  const typed = press.at - state.typedAt < TYPING_MS ? state.typed : "";
  if (isLetter(press.key, typed)) {
    const letters = typed + press.key.toLowerCase();
    return { active: matchFrom(labels, active, letters) ?? active, typed: letters, typedAt: press.at };
  }
  switch (press.key) {
    case "ArrowDown":
      return move(active + 1);
    case "ArrowUp":
      return press.altKey ? "choose" : move(active - 1);
    case "PageDown":
      return move(active + PAGE);
    case "PageUp":
      return move(active - PAGE);
    case "Home":
      return move(0);
    case "End":
      return move(last);
    case "Enter":
    case " ":
    case "Tab":
      return "choose";
    default:
      return null;
  }
}

/** The next option that begins with the letters. One letter again and again goes through all that begin with it. */
function matchFrom(labels: readonly string[], active: number, letters: string): number | null {
  const isRepeated = letters.length > 1 && [...letters].every((letter) => letter === letters[0]);
  const find = (word: string, from: number) => {
    for (let step = 0; step < labels.length; step += 1) {
      const at = (from + step) % labels.length;
      if (labels[at]!.toLowerCase().startsWith(word)) return at;
    }
    return null;
  };
  // The first letter leaves the active option; further ones may keep it.
  const found = find(letters, letters.length === 1 ? active + 1 : active);
  return found === null && isRepeated ? find(letters[0]!, active + 1) : found;
}
