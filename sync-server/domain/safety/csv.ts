// Lines of a CSV file (RFC 4180) that a spreadsheet shows as text.

/** A cell that begins so is a formula to a spreadsheet. */
const formula = /^[=+\-@\t\r]/;

/** One line with its line break. Every cell is quoted; an apostrophe before a formula makes it text. */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) => `"${(formula.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`);
  return `${quoted.join(",")}\r\n`;
}
