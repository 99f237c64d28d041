// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clearResponses, useQuery } from "./query.ts";

let answer: { status: number; body: unknown } | "no-network";
let requestCount: number;
let id: string;
let unused = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  requestCount = 0;
  // The page keeps its responses between tests, so each test reads another user id.
  id = `user-${(unused += 1)}`;
  answer = { status: 200, body: { name: "Dana" } };
  vi.stubGlobal("fetch", async (address: string) => {
    if (address === "/healthz") return new Response("{}");
    requestCount += 1;
    if (answer === "no-network") throw new TypeError("Failed to fetch");
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open() {
  const { result } = renderHook(() => useQuery("users.profile", { id }).result);
  await act(async () => undefined);
  return result;
}
const focus = () => act(async () => void window.dispatchEvent(new Event("focus")));

describe("a detail read over REST", () => {
  it("[S317] is fresh for 30 seconds, then read again on focus", async () => {
    const result = await open();
    expect(result.current).toEqual({ state: "ready", data: { name: "Dana" } });
    answer = { status: 200, body: { name: "Dana W." } };
    vi.setSystemTime(Date.now() + 29_999);
    await focus();
    expect(requestCount).toBe(1);
    vi.setSystemTime(Date.now() + 1);
    await focus();
    expect(requestCount).toBe(2);
    expect(result.current).toEqual({ state: "ready", data: { name: "Dana W." } });
  });

  it("stays on the screen when a later read fails", async () => {
    const result = await open();
    vi.setSystemTime(Date.now() + 60_000);
    answer = "no-network";
    await focus();
    expect(requestCount).toBe(2);
    expect(result.current).toEqual({ state: "ready", data: { name: "Dana" } });
  });

  it("is missing after a 404, even when a response was cached", async () => {
    const result = await open();
    vi.setSystemTime(Date.now() + 60_000);
    answer = { status: 404, body: { error: "User not found." } };
    await focus();
    expect(result.current).toEqual({ state: "missing" });
  });

  it("has failed when no response came and none is cached", async () => {
    answer = "no-network";
    const result = await open();
    expect(result.current).toEqual({ state: "failed" });
  });

  it("ignores a response to a request of the previous user", async () => {
    const result = await open();
    let respond = (_: Response) => undefined as void;
    vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (respond = resolve)));
    vi.setSystemTime(Date.now() + 60_000);
    await focus();
    const late = respond;
    await act(async () => clearResponses());
    expect(result.current).toEqual({ state: "loading" });
    await act(async () => late(Response.json({ name: "for the one before" })));
    expect(result.current).toEqual({ state: "loading" });
    await act(async () => respond(Response.json({ name: "for the one now" })));
    expect(result.current).toEqual({ state: "ready", data: { name: "for the one now" } });
  });

  it("[S318] sends one request and neither retries nor polls", async () => {
    vi.useFakeTimers();
    answer = { status: 500, body: {} };
    await open();
    await act(() => vi.advanceTimersByTimeAsync(120_000));
    expect(requestCount).toBe(1);
  });
});
