// Parses a text of the operator, in a small part of Markdown, into data. No HTML passes: a tag stays visible text.
import type { TextBlock, TextRun } from "../../../shared/domain/site.ts";

/** Values for `{name}` in a text. */
export type TextValues = Readonly<Record<string, string>>;

export class TextError extends Error {}

/**
 * Headings (`#` for the title, `##`), paragraphs, lists with `-`, `**bold**` and `[label](address)`.
 * @throws TextError for a missing title and for an address that is neither a path, http(s), mailto nor tel
 */
export function parseText(source: string, values: TextValues): { title: string; blocks: TextBlock[] } {
  let title = "";
  const blocks: TextBlock[] = [];
  for (const chunk of chunksOf(source)) {
    const [mark, text] = marked(chunk);
    if (mark === "# " && title === "" && blocks.length === 0) title = filled(text, values);
    else if (mark === "# " || mark === "## ") blocks.push({ kind: "heading", text: filled(text, values) });
    else if (mark === "- ") addItem(blocks, runsOf(text, values));
    else blocks.push({ kind: "paragraph", runs: runsOf(text, values) });
  }
  if (title === "") throw new TextError("must begin with a title: # Terms");
  return { title, blocks };
}

const marks = ["# ", "## ", "- "] as const;

function marked(chunk: string): [mark: (typeof marks)[number] | "", text: string] {
  const mark = marks.find((one) => chunk.startsWith(one)) ?? "";
  return [mark, chunk.slice(mark.length).trim()];
}

/** Joins the lines of a paragraph or an item. A blank line and a mark begin a new one. */
function chunksOf(source: string): string[] {
  const chunks: string[] = [];
  let isOpen = false;
  for (const line of source.replace("\uFEFF", "").replaceAll("\r\n", "\n").split("\n")) {
    const text = line.trim();
    const [mark] = marked(text);
    if (text === "") isOpen = false;
    else if (isOpen && mark === "") chunks.push(`${chunks.pop() ?? ""} ${text}`);
    else chunks.push(text);
    if (text !== "") isOpen = mark === "" || mark === "- ";
  }
  return chunks;
}

function addItem(blocks: TextBlock[], item: TextRun[]): void {
  const last = blocks.at(-1);
  if (last?.kind === "list") last.items.push(item);
  else blocks.push({ kind: "list", items: [item] });
}

const piece = /\*\*([^*]+)\*\*|\[([^\][]+)\]\(([^()\s[]+)\)/g;

function runsOf(text: string, values: TextValues): TextRun[] {
  const runs: TextRun[] = [];
  let at = 0;
  const add = (run: TextRun) => run.text !== "" && runs.push(run);
  for (const match of text.matchAll(piece)) {
    const [whole, bold, label = "", address = ""] = match;
    add({ text: filled(text.slice(at, match.index), values) });
    if (bold !== undefined) add({ text: filled(bold, values), strong: true });
    else add({ text: filled(label, values), href: safeAddress(filled(address, values)) });
    at = match.index + whole.length;
  }
  add({ text: filled(text.slice(at), values) });
  return runs;
}

function filled(text: string, values: TextValues): string {
  return text.replaceAll(/\{([a-z]{1,20})\}/g, (whole, name: string) => values[name] ?? whole);
}

/** @throws TextError */
function safeAddress(address: string): string {
  const isPath = address.startsWith("/") && !address.startsWith("//") && !address.includes("\\");
  const isKnown = ["https://", "http://", "mailto:", "tel:"].some((start) => address.toLowerCase().startsWith(start));
  if (!isPath && !isKnown) throw new TextError(`has a link to ${address}; write a path, https://, mailto: or tel:`);
  return address;
}
