// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { act } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import { aPerson } from "../../testing/screen.tsx";
import { noteSentText, interruptedTexts } from "../messages/conversation-notes.ts";
import { followUser, openedStore } from "./current-store.ts";
import { storeUser } from "../session/stored-session.ts";
import { queueMessage } from "./unfinished-sends.ts";

// The device's code is fetched when it is first needed, which on a busy machine takes its time.
vi.setConfig({ testTimeout: 30_000 });

class NoSocket {
  send(): void {}
  close(): void {}
}
const events = { ended: () => undefined, outdated: () => undefined };
afterEach(() => {
  act(() => followUser(null, events));
  vi.unstubAllGlobals();
  localStorage.clear();
});

it("[R8] queues what earlier pages were left with before a message sent while the rows open", async () => {
  vi.stubGlobal("WebSocket", NoSocket);
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const me = aPerson({ id: newId() });
  const receiverId = newId();
  const [first, second, third] = ["Rolling", "Holding short", "Cleared"].map((content) => ({
    id: newId(),
    content,
    aircraftId: null,
  }));
  noteSentText(me.id, receiverId, first!);
  noteSentText(me.id, receiverId, second!);
  storeUser(me);
  act(() => followUser(me.id, events));
  await queueMessage({ ...third!, receiverId });
  const { engine } = await openedStore();
  expect((await engine.outbox()).map(({ id }) => id)).toEqual([first, second, third].map((text) => text!.id));
  expect(interruptedTexts(me.id)).toEqual([]);
});
