// What a poll sends to which lines.
import type { ChangedKey, Key, LogLine } from "../reads/tail.ts";
import type { Line } from "./line.ts";

/** A line, and the number of its hellos so far: what is read for it is out of date after another one. */
export type Receiver = { line: Line; hellos: number };

/** Keys to send to lines of one user at the same position. */
export type Target = { userId: string; keys: Map<string, ChangedKey>; lines: Receiver[] };

export const receiver = (line: Line): Receiver => ({ line, hellos: line.hellos });

export const keyName = ({ entity, id }: Key) => `${entity} ${id}`;

/** Groups log lines by the lines that have not received them. */
export function newsByLine(lines: readonly LogLine[], listening: (userId: string) => readonly Line[]): Target[] {
  const targets = new Map<string, Target>();
  for (const { scope, entity, id, xid } of lines) {
    if (!scope.startsWith("user:")) continue;
    const userId = scope.slice("user:".length);
    for (const line of listening(userId)) {
      if (line.ahead.includes(xid)) continue;
      const name = `${userId} ${line.ahead.join()}`;
      const target = targets.get(name) ?? { userId, keys: new Map<string, ChangedKey>(), lines: [] };
      targets.set(name, target);
      const changed = target.keys.get(keyName({ entity, id })) ?? { entity, id, xids: [] };
      target.keys.set(keyName(changed), changed);
      if (!changed.xids.includes(xid)) changed.xids.push(xid);
      if (!target.lines.some((one) => one.line === line)) target.lines.push(receiver(line));
    }
  }
  return [...targets.values()];
}

/** Whether a line got all changes of a key from memory while its row was read. */
export function isDelivered(changed: ChangedKey | undefined, { ahead }: Line): boolean {
  return changed !== undefined && changed.xids.every((xid) => ahead.includes(xid));
}
