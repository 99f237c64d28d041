// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import type { ExchangeRequest } from "../../../shared/sync.ts";
import { aPerson } from "../../testing/screen.tsx";
import { followUser, openedStore, queue } from "./current-store.ts";
import { noteSentText } from "../messages/conversation-notes.ts";
import { storeUser } from "../session/stored-session.ts";
import { finishSends, queueMessage } from "./unfinished-sends.ts";
import { postWhenLeaving, stopPosting } from "./unsettled-sends.ts";

// The device's code is fetched when it is first needed, which on a busy machine takes its time.
vi.setConfig({ testTimeout: 30_000 });

class NoSocket {
  send(): void {}
  close(): void {}
}

const events = { ended: () => undefined, outdated: () => undefined };
let posted: { path: string; init: RequestInit }[];
beforeEach(() => {
  posted = [];
  vi.stubGlobal("WebSocket", NoSocket);
  // An exchange of the page never ends: what it carries stays unsettled.
  vi.stubGlobal("fetch", (path: string, init: RequestInit = {}) => {
    if (init.keepalive) posted.push({ path, init });
    return path === "/api/sync" && !init.keepalive ? new Promise(() => undefined) : Promise.resolve(new Response());
  });
});
afterEach(() => {
  act(() => followUser(null, events));
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

function signIn(): string {
  const me = aPerson({ id: newId() });
  storeUser(me);
  act(() => followUser(me.id, events));
  return me.id;
}
const leave = () => void window.dispatchEvent(new Event("pagehide"));
/** Ids of the commands that a page left now posts, request by request. */
function leftWith(): string[][] {
  posted = [];
  leave();
  return posted.map(({ init }) => (JSON.parse(init.body as string) as ExchangeRequest).commands.map(({ id }) => id));
}
const aMessage = (receiverId = newId()) => ({ id: newId(), receiverId, content: "Keys at 07:30?", aircraftId: null });

it("[R5] [R8] posts what is unsettled in one request, in the order queued, behind what an earlier page left", async () => {
  const me = signIn();
  const peer = newId();
  const [earlier, first, second, third] = [aMessage(peer), aMessage(peer), aMessage(peer), aMessage(peer)];
  await queue("messages.send", earlier);
  for (const message of [first, second]) {
    postWhenLeaving(me, message);
    await queueMessage(message);
  }
  // Pressed in the task in which the page is left: the outbox never gets it.
  postWhenLeaving(me, third);
  const all = [earlier, first, second, third].map(({ id }) => id);
  await expect.poll(leftWith, { timeout: 12_000 }).toEqual([all]);
  expect(posted[0]?.path).toBe("/api/sync");
  expect(JSON.parse(posted[0]?.init.body as string)).toMatchObject({
    userId: me,
    commands: [earlier, first, second, third].map((input) => ({ id: input.id, name: "messages.send", input })),
  });
  for (const { id } of [first, second, third]) stopPosting(id);
  expect(leftWith()).toEqual([]);
});

it("[R8] posts nothing while another command is being kept, for a message must not overtake it", async () => {
  const me = signIn();
  await finishSends(await openedStore());
  const message = aMessage();
  postWhenLeaving(me, message);
  await expect.poll(leftWith, { timeout: 12_000 }).toEqual([[message.id]]);
  const keeping = queue("favorites.add", { aircraftId: newId() });
  expect(leftWith()).toEqual([]);
  await keeping;
  expect(leftWith()).toEqual([[message.id]]);
  stopPosting(message.id);
});

it("[R8] posts nothing before what an earlier page was left with has its place in the outbox", async () => {
  const me = signIn();
  const peer = newId();
  const [earlier, message] = [aMessage(peer), aMessage(peer)];
  noteSentText(me, peer, earlier);
  postWhenLeaving(me, message);
  const person = await openedStore();
  const canPost = () => {
    person.postMessages([message]);
    return posted.length > 0;
  };
  await expect.poll(canPost, { timeout: 12_000 }).toBe(true);
  expect(leftWith()).toEqual([]);
  await finishSends(person);
  await expect.poll(leftWith, { timeout: 12_000 }).toEqual([[earlier.id, message.id]]);
  stopPosting(message.id);
});

it("[R7] posts nothing while the device knows of no network: what was never sent can still be changed", async () => {
  const me = signIn();
  await finishSends(await openedStore());
  const message = aMessage();
  postWhenLeaving(me, message);
  await expect.poll(leftWith, { timeout: 12_000 }).toEqual([[message.id]]);
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  expect(leftWith()).toEqual([]);
  online.mockReturnValue(true);
  expect(leftWith()).toEqual([[message.id]]);
  stopPosting(message.id);
});

it("[R13] posts nothing of one person with the session of another", async () => {
  const me = signIn();
  await finishSends(await openedStore());
  const message = aMessage();
  postWhenLeaving(me, message);
  await expect.poll(leftWith, { timeout: 12_000 }).toEqual([[message.id]]);
  // Another tab has signed somebody else in.
  storeUser(aPerson({ id: newId() }));
  expect(leftWith()).toEqual([]);
  signIn();
  await finishSends(await openedStore());
  expect(leftWith()).toEqual([]);
  stopPosting(message.id);
});
