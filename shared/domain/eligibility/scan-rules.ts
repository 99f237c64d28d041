// Photographed papers of a wallet: kinds, limits and words, free of zod.
import { counted } from "../../kit/counted.ts";

export const scanKinds = ["certificate", "medical", "logbook", "insurance", "other"] as const;
export type ScanKind = (typeof scanKinds)[number];

export const scanLabels: Readonly<Record<ScanKind, string>> = {
  certificate: "Pilot certificate",
  medical: "Medical certificate",
  logbook: "Logbook",
  insurance: "Insurance",
  other: "Other paper",
};

export const MAX_SCANS = 20;
/** Pages of one photographed paper. */
export const MAX_PAGES = 6;
/** Pages that one booking shows its owner. */
export const MAX_SHARED_PAGES = 24;
/** Pixels of the longer edge of a page. */
export const PAGE_EDGE = 1600;
/** Bytes that a device encodes a page to, where the text on it allows that. */
export const PAGE_TARGET_BYTES = 300_000;
/** Bytes of a page that the server takes. */
export const MAX_PAGE_BYTES = 1_048_576;
export const MAX_SCAN_TITLE = 60;

/** What a screen says of a photographed paper without its pages. */
export type ScanSummary = { kind: ScanKind; title?: string | undefined; pages: number };

export function scanTitle({ kind, title }: Pick<ScanSummary, "kind" | "title">): string {
  return title ?? scanLabels[kind];
}

/** `2 pages`. */
export const pagesWords = (pages: number) => counted(pages, "page");

/** `Front and back` of a certificate with two pages, otherwise `2 pages`. */
export function sidesWords({ kind, pages }: ScanSummary): string {
  return kind === "certificate" && pages === 2 ? "Front and back" : pagesWords(pages);
}

const PAGE = "page:";

/** How a command names a page that the server has. */
export function pageMark(id: string): string {
  return PAGE + id;
}

/** The id in such a mark; null for another text. */
export function pageOfMark(mark: string): string | null {
  return mark.startsWith(PAGE) ? mark.slice(PAGE.length) : null;
}
