// Keeps what stayed equal between two readings, so that components which show it are not rendered again.

/** Returns `after` with its equal parts taken from `before`, or `before` itself when all is equal. Both are plain data. */
export function keepEqual<Value>(before: unknown, after: Value): Value {
  return kept(before, after) as Value;
}

function kept(before: unknown, after: unknown): unknown {
  if (before === after || typeof before !== "object" || typeof after !== "object" || !before || !after) return after;
  if (Array.isArray(before) !== Array.isArray(after)) return after;
  if (Array.isArray(before) && Array.isArray(after)) return keptList(before, after);
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const names = Object.keys(now);
  let isEqual = Object.keys(old).length === names.length;
  const made: Record<string, unknown> = {};
  for (const name of names) {
    made[name] = kept(old[name], now[name]);
    isEqual &&= made[name] === old[name] && name in old;
  }
  return isEqual ? old : made;
}

function keptList(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  const byId = new Map(before.map((one) => [idOf(one), one]));
  const made = after.map((one, at) => {
    const id = idOf(one);
    return kept(id === undefined ? before[at] : byId.get(id), one);
  });
  return made.length === before.length && made.every((one, at) => one === before[at]) ? before : made;
}

function idOf(value: unknown): unknown {
  return typeof value === "object" && value !== null ? (value as { id?: unknown }).id : undefined;
}
