// The structure of a batch, checked without schemas: rows are our server's word, and thousands of them may come at once.
import type { Batch } from "../../../shared/sync.ts";

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Null when it is no batch. A row or key of another shape is left out: one bad row must not stop the others. */
export function asBatch(value: unknown): Batch | null {
  if (!isRecord(value)) return null;
  const { from, to, rows, drops } = value;
  if ((from !== null && typeof from !== "string") || typeof to !== "string") return null;
  if (!isRecord(rows) || !isRecord(drops)) return null;
  return { from, to, rows: lists(rows, isRecord), drops: lists(drops, isKey) };
}

function isKey(value: unknown): value is string {
  return typeof value === "string";
}

function lists<One>(byEntity: Record<string, unknown>, isOne: (value: unknown) => value is One): Record<string, One[]> {
  const entries = Object.entries(byEntity);
  return Object.fromEntries(entries.map(([name, list]) => [name, Array.isArray(list) ? list.filter(isOne) : []]));
}
