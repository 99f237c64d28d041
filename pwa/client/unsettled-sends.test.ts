// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { aPerson } from "../testing/screen.tsx";
import { storeUser } from "./stored-session.ts";
import { postWhenLeaving, stopPosting } from "./unsettled-sends.ts";

let posted: [string, RequestInit][];
beforeEach(() => {
  posted = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    posted.push([path, init]);
    return Response.json({});
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const leave = () => window.dispatchEvent(new Event("pagehide"));
const aMessage = () => ({ id: newId(), receiverId: newId(), content: "Keys at 07:30?", aircraftId: null });

it("[R5] posts what is unsettled when the page is left, under its own id, and nothing once it is settled", () => {
  const me = aPerson();
  storeUser(me);
  const message = aMessage();
  postWhenLeaving(me.id, message);
  leave();
  expect(posted.map(([path]) => path)).toEqual(["/api/messages"]);
  expect(posted[0]?.[1]).toMatchObject({ method: "POST", keepalive: true, body: JSON.stringify(message) });
  stopPosting(message.id);
  leave();
  expect(posted).toHaveLength(1);
});

it("posts nothing of one person with the session of another", () => {
  storeUser(aPerson());
  const message = aMessage();
  postWhenLeaving(newId(), message);
  leave();
  expect(posted).toEqual([]);
  stopPosting(message.id);
});
