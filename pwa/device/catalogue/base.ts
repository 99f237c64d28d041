// Splits a downloaded base file into the chunks to store.
import {
  checkedCard,
  CHUNK_CARDS,
  MalformedFile,
  packCards,
  readJson,
  CARD_BOUNDARY,
  type Pack,
  type Places,
  type ChunkText,
} from "./index/pack.ts";
import type { Packing, PackThread } from "./index/packing.ts";
import type { Pause } from "./pause.ts";

/** How the packs of a base are made. */
export type PackingPorts = { packing: Packing; pause: Pause };

/** Packs of a base file. Rejects with MalformedFile. */
export async function packBase(
  { packing, pause }: PackingPorts,
  text: string,
  n: number,
  places: Places,
  thread: PackThread,
): Promise<Pack[]> {
  const opening = `{"n":${n},"rows":`;
  const rows = text.startsWith(opening) && text.endsWith("}") ? text.slice(opening.length, -1) : "";
  const chunks = await cutChunks(rows, pause);
  return chunks ? packing(chunks, places, thread) : packOther(text, n, places, pause);
}

/** Returns the chunks of a JSON array of cards, or null when its layout is not the server's. */
async function cutChunks(rows: string, pause: Pause): Promise<ChunkText[] | null> {
  if (rows === "[]") return [];
  if (!rows.startsWith('[{"id":"') || !rows.endsWith("}]")) return null;
  const chunks: ChunkText[] = [];
  for (let from = 1; from < rows.length;) {
    const to = endOfCards(rows, from, CHUNK_CARDS);
    chunks.push({ place: chunks.length, text: `[${rows.slice(from, to)}]` });
    // Skips the comma between two chunks, or the bracket at the end.
    from = to + 1;
    await pause();
  }
  return chunks;
}

/** Returns the end position of `count` cards, or of all if there are fewer. */
function endOfCards(rows: string, from: number, cards: number): number {
  let at = from;
  for (let count = 0; count < cards; count++) {
    at = rows.indexOf(CARD_BOUNDARY, at) + 1;
    if (at === 0) return rows.length - 1;
  }
  return at;
}

/** The same for a file with another layout: slower, and parsed at once. */
async function packOther(text: string, n: number, places: Places, pause: Pause): Promise<Pack[]> {
  const file = readJson(text) as { n?: unknown; rows?: unknown } | null;
  if (file?.n !== n || !Array.isArray(file.rows)) throw new MalformedFile("not the requested base");
  const packs: Pack[] = [];
  for (let from = 0; from < file.rows.length; from += CHUNK_CARDS) {
    packs.push(packCards(packs.length, file.rows.slice(from, from + CHUNK_CARDS).map(checkedCard), places));
    await pause();
  }
  return packs;
}
