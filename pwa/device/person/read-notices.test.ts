import { expect, it } from "vitest";
import { closeReadNotices } from "./read-notices.ts";

it("closes notices of read messages, and keeps those of unread or unknown ones and of other kinds", async () => {
  const rows = new Map([
    ["read", true],
    ["unread", false],
  ]);
  const open = new Set<unknown>();
  const notices = [{ latest: "read" }, { latest: "unread" }, { latest: "not here yet" }, { path: "/settings" }, null];
  const shown = notices.map((data) => {
    open.add(data);
    return { data, close: () => open.delete(data) } as unknown as Notification;
  });
  await closeReadNotices(shown, (id) => rows.get(id) === true);
  expect([...open]).toEqual(notices.slice(1));
});
