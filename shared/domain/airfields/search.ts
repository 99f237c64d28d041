// Finds airfields by identifier, name or city among all of them, without a network.
import { isIdentifier, typedIdentifier } from "./identifiers.ts";
import { readIndexFile, unpackColumns, type AirfieldColumns, type AirfieldIndexFile } from "./index-file.ts";

/** Columns with the texts that a search scans. */
export type AirfieldIndex = AirfieldColumns & {
  /** One line of ten characters per airfield: ` KMYF MYF `, so that a place in the text tells the row. */
  idText: string;
  /** One line per airfield, ` montgomery gibbs executive \t san diego ca`: each word follows a space. The best ranks come first. */
  wordText: string;
  /** Where each line of `wordText` begins; the last entry is its end. */
  lineStarts: Uint32Array;
  /** The row of each line. */
  rowOfLine: Uint32Array;
  /** The first line of each rank; the last entry is the number of lines. */
  rankStarts: readonly number[];
};

export type FoundAirfield = {
  row: number;
  id: string;
  name: string;
  /** `San Diego CA` */
  place: string;
};

const ID_LINE = 10;

/** Rows that one step prepares. */
const STEP = 2500;

/** Opens the index in the text of its file, in short steps. Throws MalformedIndex. */
export function* openIndex(text: string): Generator<undefined, AirfieldIndex> {
  const file = yield* readIndexFile(text);
  yield;
  return yield* prepareIndex(file);
}

/** Prepares an index in steps, each short enough to leave the screen responsive on a slow phone. */
export function* prepareIndex(file: AirfieldIndexFile): Generator<undefined, AirfieldIndex> {
  const columns = yield* unpackColumns(file);
  yield;
  const { ids, faaIds, names, cities, states } = columns;
  const { rowOfLine, rankStarts } = yield* linesByRank(columns);
  yield;
  const idText = ids.map((id, row) => ` ${id.padEnd(4)} ${faaIds[row]!.padEnd(4)}`).join("");
  const texts: string[] = [];
  const lineStarts = new Uint32Array(names.length + 1);
  for (let start = 0, at = 0; start < names.length; start += STEP) {
    yield;
    const rows = rowOfLine.subarray(start, start + STEP);
    const lines = Array.from(rows, (row) => ` ${names[row]}\t ${cities[row]} ${states[row]}\n`);
    const text = searchable(lines.join(""));
    for (let line = start, next = 0; line < start + lines.length; line++) {
      lineStarts[line] = at + next;
      next = text.indexOf("\n", next) + 1;
    }
    at += text.length;
    texts.push(text);
  }
  yield;
  const wordText = texts.join("");
  lineStarts[names.length] = wordText.length;
  return { ...columns, idText, wordText, lineStarts, rowOfLine, rankStarts };
}

/** Orders the rows by rank, so that a search can end with the first rank that has enough of them. */
function* linesByRank(columns: AirfieldColumns): Generator<undefined, Pick<AirfieldIndex, "rowOfLine" | "rankStarts">> {
  const count = columns.ids.length;
  const rows = Array.from({ length: RANKS }, (): number[] => []);
  for (let row = 0; row < count; row++) {
    if (row % STEP === 0) yield;
    rows[rankOf(columns, row)]!.push(row);
  }
  yield;
  const rowOfLine = new Uint32Array(count);
  const rankStarts = [0];
  for (const [rank, its] of rows.entries()) {
    rowOfLine.set(its, rankStarts[rank]);
    rankStarts.push(rankStarts[rank]! + its.length);
  }
  return { rowOfLine, rankStarts };
}

/** Lower case without apostrophes and points; other signs become spaces. */
function searchable(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/['.’]/g, "")
    .replaceAll(/[^a-z0-9\t\n]/g, " ");
}

/** The typed words, normalized like the index. */
export function typedWords(typed: string): string[] {
  return searchable(typed).split(/\s+/).filter(Boolean);
}

/** Row of an identifier of ICAO or the FAA, in any case; null for an unknown one. */
export function rowOf(index: AirfieldIndex, identifier: string): number | null {
  const wanted = typedIdentifier(identifier);
  if (!isIdentifier(wanted)) return null;
  const at = index.idText.indexOf(` ${wanted.padEnd(4)}`);
  return at < 0 ? null : Math.floor(at / ID_LINE);
}

/** The best matches first: exact identifier, identifiers that begin so, then names and cities with public airports first. */
export function searchAirfields(index: AirfieldIndex, typed: string, most: number): FoundAirfield[] {
  const words = typedWords(typed);
  if (words.length === 0) return [];
  const best: { row: number; score: number }[] = [];
  const keep = (row: number, score: number): void => {
    if (best.length === most && score >= best.at(-1)!.score) return;
    const known = best.findIndex((one) => one.row === row);
    if (known >= 0) {
      if (best[known]!.score <= score) return;
      best.splice(known, 1);
    }
    const place = best.findIndex((one) => one.score > score);
    best.splice(place < 0 ? best.length : place, 0, { row, score });
    if (best.length > most) best.pop();
  };
  if (words.length === 1) keepIdentifiers(index, words[0]!.toUpperCase(), keep);
  keepNames(index, words, keep, () => best.length === most);
  return best.map(({ row }) => found(index, row));
}

type Keep = (row: number, score: number) => void;

/** Room for the rows of one group. */
const GROUP = 1_000_000;
const RANKS = 8;
const EXACT_IDENTIFIER = 0;
const IDENTIFIER = 1;
const WORDS = 2;

/** Public use before private, airports before heliports and the like, fields with an ICAO identifier before others. */
function rankOf(index: AirfieldColumns, row: number): number {
  const kind = index.kinds[row]!;
  const isAirport = kind === "A" || kind === "a";
  const isPublic = kind === kind.toUpperCase();
  const hasIcao = index.ids[row] !== index.faaIds[row];
  return (isPublic ? 0 : 4) + (isAirport ? 0 : 2) + (hasIcao ? 0 : 1);
}

function keepIdentifiers(index: AirfieldIndex, typed: string, keep: Keep): void {
  if (typed.length > 4) return;
  const wanted = ` ${typed}`;
  for (let at = index.idText.indexOf(wanted); at >= 0; at = index.idText.indexOf(wanted, at)) {
    const row = Math.floor(at / ID_LINE);
    const isExact = index.ids[row] === typed || index.faaIds[row] === typed;
    keep(row, ((isExact ? EXACT_IDENTIFIER : IDENTIFIER) * RANKS + rankOf(index, row)) * GROUP + row);
    at = (row + 1) * ID_LINE;
  }
}

/**
 * All words must begin a word of name, city or state. The longest word has the fewest hits. A rank is searched only where the better
 * ones did not fill the list.
 */
function keepNames(index: AirfieldIndex, words: readonly string[], keep: Keep, isFull: () => boolean): void {
  const { wordText, lineStarts, rowOfLine, rankStarts } = index;
  const [longest = "", ...others] = words.toSorted((a, b) => b.length - a.length).map((word) => ` ${word}`);
  const phrase = ` ${words.join(" ")}`;
  let at = wordText.indexOf(longest);
  for (let rank = 0, line = 0; rank < RANKS && at >= 0 && !isFull(); rank++) {
    const rankEnd = lineStarts[rankStarts[rank + 1]!]!;
    while (at >= 0 && at < rankEnd) {
      line = lineOf(lineStarts, at, line);
      const [start, next] = [lineStarts[line]!, lineStarts[line + 1]!];
      if (others.every((word) => isWithin(wordText, word, start, next - 1))) {
        const score = (WORDS + rank) * RANKS + fitOf(wordText, phrase, start, next - 1);
        keep(rowOfLine[line]!, score * GROUP + rowOfLine[line]!);
      }
      at = wordText.indexOf(longest, next);
    }
  }
}

/** The phrase at the start of the name, at the start of the city, inside either, or the words apart. */
function fitOf(wordText: string, phrase: string, start: number, end: number): number {
  if (wordText.startsWith(phrase, start)) return 0;
  const city = wordText.indexOf("\t", start) + 1;
  if (wordText.startsWith(phrase, city)) return 1;
  return isWithin(wordText, phrase, start, end) ? 2 : 3;
}

function isWithin(text: string, part: string, start: number, end: number): boolean {
  const at = text.slice(start, end).indexOf(part);
  return at >= 0;
}

/** The line of a place, looked for from a line before it on. */
function lineOf(lineStarts: Uint32Array, place: number, from: number): number {
  let low = from;
  let high = lineStarts.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (lineStarts[middle]! <= place) low = middle;
    else high = middle;
  }
  return low;
}

function found(index: AirfieldIndex, row: number): FoundAirfield {
  return {
    row,
    id: index.ids[row]!,
    name: index.names[row]!,
    place: `${index.cities[row]} ${index.states[row]}`,
  };
}

/** A part of a shown text, and whether it was typed. */
export type TextPart = { text: string; isMatch: boolean };

/** Splits a name or a place into what was typed and the rest, to underline the former. */
export function matchedParts(shown: string, typed: string): TextPart[] {
  const words = typedWords(typed);
  const marked = new Set<number>();
  for (const { 0: word, index: start } of shown.matchAll(/[a-z0-9'.’]+/gi)) {
    const plain = searchable(word);
    const length = Math.max(0, ...words.filter((one) => plain.startsWith(one)).map((one) => one.length));
    for (let at = start, left = length; left > 0; at++) {
      marked.add(at);
      if (!/['.’]/.test(shown[at]!)) left -= 1;
    }
  }
  return partsOf(shown, marked);
}

/** Splits an identifier: `MYF` underlines the end of `KMYF`. */
export function matchedIdentifier(id: string, typed: string): TextPart[] {
  const wanted = typedIdentifier(typed);
  const start = id.startsWith(wanted) ? 0 : id.slice(1).startsWith(wanted) ? 1 : null;
  if (wanted === "" || start === null) return [{ text: id, isMatch: false }];
  return partsOf(id, new Set(Array.from(wanted, (_, at) => start + at)));
}

function partsOf(shown: string, marked: ReadonlySet<number>): TextPart[] {
  const parts: TextPart[] = [];
  for (let at = 0; at < shown.length; at++) {
    const isMatch = marked.has(at);
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) last.text += shown[at]!;
    else parts.push({ text: shown[at]!, isMatch });
  }
  return parts;
}
