// PostgreSQL snapshots as sets of ended transactions: everything below `xmax` except `running`.

/** A set of transaction ids. Ids are xid8 and stay exact as numbers for longer than any cluster lives. */
export type Snapshot = {
  xmin: number;
  xmax: number;
  /** Ids below `xmax` that are not in the set, ascending. */
  running: readonly number[];
};

const FORM = /^(\d{1,16}):(\d{1,16}):((?:\d{1,16}(?:,\d{1,16})*)?)$/;

/** Parses PostgreSQL's text form `xmin:xmax:xip,…`; null when invalid. */
export function parseSnapshot(text: string): Snapshot | null {
  const found = FORM.exec(text);
  if (!found) return null;
  const [xmin, xmax] = [Number(found[1]), Number(found[2])];
  const running = found[3] ? found[3].split(",").map(Number) : [];
  let last = xmin - 1;
  for (const xid of running) {
    if (xid <= last || xid >= xmax) return null;
    last = xid;
  }
  return xmin >= 1 && xmin <= xmax && Number.isSafeInteger(xmax) ? { xmin, xmax, running } : null;
}

export function snapshotText({ xmin, xmax, running }: Snapshot): string {
  return `${xmin}:${xmax}:${running.join(",")}`;
}

/** Whether a transaction is in the set. */
export function snapshotIncludes({ xmin, xmax, running }: Snapshot, xid: number): boolean {
  return xid < xmin || (xid < xmax && !running.includes(xid));
}

/**
 * Returns the set without ids from `limit` on. A snapshot may include ended transactions that are not on disk yet.
 * PostgreSQL reuses their ids after a crash, and a cursor with them would miss the new changes.
 */
export function clampSnapshot(snapshot: Snapshot, limit: number): Snapshot {
  if (limit >= snapshot.xmax) return snapshot;
  const running = snapshot.running.filter((xid) => xid < limit);
  return { xmin: running[0] ?? limit, xmax: limit, running };
}

/** Adds transactions to the set; ids between stay out unless they were in it. */
export function addToSnapshot(snapshot: Snapshot, xids: readonly number[]): Snapshot {
  const added = new Set(xids.filter((xid) => !snapshotIncludes(snapshot, xid)));
  if (added.size === 0) return snapshot;
  const xmax = Math.max(snapshot.xmax, ...[...added].map((xid) => xid + 1));
  const running = snapshot.running.filter((xid) => !added.has(xid));
  for (let xid = snapshot.xmax; xid < xmax; xid++) if (!added.has(xid)) running.push(xid);
  return { xmin: running[0] ?? xmax, xmax, running };
}

/** Whether `snapshot` includes all that `other` does. */
export function snapshotCovers(snapshot: Snapshot, other: Snapshot): boolean {
  if (snapshot.running.some((xid) => snapshotIncludes(other, xid))) return false;
  for (let xid = snapshot.xmax; xid < other.xmax; xid++) if (snapshotIncludes(other, xid)) return false;
  return true;
}

/** Returns the ids in `snapshot` that are not in `other`. */
export function snapshotDifference(snapshot: Snapshot, other: Snapshot): number[] {
  const found = other.running.filter((xid) => snapshotIncludes(snapshot, xid));
  for (let xid = other.xmax; xid < snapshot.xmax; xid++) if (snapshotIncludes(snapshot, xid)) found.push(xid);
  return found;
}
