// A device whose server is silent unless a test answers for it, with its rows as components read them.
import { afterEach, vi } from "vitest";
import { commands } from "../../../shared/commands.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { personEngine } from "../person/person-engine.ts";
import { ShownRows } from "../person/shown-rows.ts";
import type { MessageRow, Transport } from "../sync/ports.ts";
import { writes } from "../sync/writes.ts";

const opened: (ReturnType<typeof personEngine> & { shown: ShownRows })[] = [];
afterEach(() => {
  for (const { engine, store, shown } of opened.splice(0)) {
    shown.close();
    engine.stop();
    store.close();
  }
  vi.restoreAllMocks();
});

/** A device whose server never answers, or answers by `exchange`. */
export function aDevice(userId: string, exchange: Transport["exchange"] = () => new Promise<never>(() => undefined)) {
  const device = personEngine({
    userId,
    commands: { commands, writes },
    transport: { exchange },
    session: () => "session",
    events: {
      queued: (entry, isLast) => shown.queued(entry, isLast),
      received: (rows) => shown.received(rows),
    },
  });
  const shown = new ShownRows(device.engine, device.store);
  opened.push({ ...device, shown });
  const put = (rows: readonly MessageRow[], epoch = 1) =>
    device.store.write((tx) =>
      tx.putRows(
        "messages",
        rows.map((row) => ({ key: row.id, row })),
        epoch,
      ),
    );
  return { ...device, shown, put };
}
export type Device = ReturnType<typeof aDevice>;

export const minute = (at: number) => new Date(Date.UTC(2026, 10, 20, 9, at)).toISOString();

export function aMessage(senderId: string, receiverId: string, at: number, more: Partial<MessageRow> = {}): MessageRow {
  const facts = { id: newId(), senderId, receiverId, aircraftId: null, bookingId: null, read: true, rev: 1 };
  return { ...facts, content: `Message ${at}`, createdAt: minute(at), ...more };
}
