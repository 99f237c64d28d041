// When an edit of a paper is newer than what the server's copy of the wallet has; free of zod.

/** A place in the line of edits that one wallet on one device makes: later ones have higher numbers. */
export type EditPlace = { line: string; n: number };
/**
 * `base`: the revision of the paper that the device had; 0 for none. `at`: when the user edited it, an ISO time, to show. Devices of
 * an earlier version have no place.
 */
export type PaperEdit = { base: number; at: string } & Partial<EditPlace>;
/** A paper of the copy: its revision, when the user edited it, and which edit stored it, if that is known. */
export type PaperVersion = { rev: number; at: string; by?: EditPlace | undefined };

/**
 * An edit counts if its device knew what it replaces: it changed the present revision, or it follows the edit that stored that in the
 * same line. No clock decides, except between edits of an earlier version.
 */
export function isNewer(edit: PaperEdit, stored: PaperVersion | undefined): boolean {
  if (!stored || edit.base === stored.rev) return true;
  if (edit.line === undefined || edit.n === undefined) return Date.parse(edit.at) > Date.parse(stored.at);
  return edit.line === stored.by?.line && edit.n > stored.by.n;
}
