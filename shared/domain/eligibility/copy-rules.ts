// When an edit of a paper is newer than what the server's copy of the wallet has; free of zod.

/** `base`: the revision of the paper that the device had; 0 for none. `at`: when the user edited it, an ISO time. */
export type PaperEdit = { base: number; at: string };
/** A paper of the copy: its revision, and when the user edited it. */
export type PaperVersion = { rev: number; at: string };

/**
 * An edit of the present revision counts, whatever the clocks say. Of edits that two devices made without knowing each other the later
 * one counts.
 */
export function isNewer(edit: PaperEdit, stored: PaperVersion | undefined): boolean {
  return !stored || edit.base === stored.rev || Date.parse(edit.at) > Date.parse(stored.at);
}
