import { describe, expect, test } from "vitest";
import { httpTransport, retryAfterMs } from "./http-transport.ts";

const request = {
  clientId: "018f0000-0000-7000-8000-000000000001",
  userId: "018f0000-0000-7000-8000-000000000002",
  schema: 1,
  cursor: null,
  commands: [],
};
const answer = { from: null, to: "c1", rows: {}, drops: {}, outcomes: [], serverTime: "2026-11-21T10:00:00.000Z" };

function answering(response: Response) {
  const requests: RequestInit[] = [];
  const transport = httpTransport({
    fetch: async (_, init) => {
      requests.push(init ?? {});
      return response;
    },
  });
  return { requests, send: () => transport.exchange(request, 15_000) };
}

describe("the exchange over HTTP", () => {
  test("sends the request unchanged and returns the response", async () => {
    const { requests, send } = answering(Response.json(answer));
    expect(await send()).toEqual({ status: 200, answer });
    expect(requests[0]).toMatchObject({ method: "POST", credentials: "same-origin", body: JSON.stringify(request) });
  });

  test("returns status, code and retry delay of a refusal", async () => {
    const refusal = Response.json({ error: "…", code: "not-ready" }, { status: 503, headers: { "Retry-After": "7" } });
    expect(await answering(refusal).send()).toEqual({ status: 503, code: "not-ready", retryAfterMs: 7_000 });
    expect(await answering(new Response("<html>", { status: 502 })).send()).toEqual({ status: 502 });
  });

  test("leaves out malformed rows, keys and outcomes, and returns the others", async () => {
    const row = { id: "1" };
    const bad = { rows: { people: [row, null, 7, []], messages: "none" }, drops: { people: ["2", 3, null] } };
    const outcome = { id: "4", status: "applied" };
    const reply = await answering(Response.json({ ...answer, ...bad, outcomes: [null, {}, outcome] })).send();
    expect(reply.answer).toMatchObject({
      rows: { people: [row], messages: [] },
      drops: { people: ["2"] },
      outcomes: [outcome],
    });
  });

  test("rejects the page of another network", async () => {
    await expect(answering(new Response("<html>Please log in to the Wi-Fi")).send()).rejects.toThrow();
    await expect(answering(Response.json({ ok: true })).send()).rejects.toThrow();
  });

  test("reads Retry-After in seconds and as a date", () => {
    const now = Date.parse("2026-11-21T10:00:00Z");
    expect(retryAfterMs("120", now)).toBe(120_000);
    expect(retryAfterMs("Sat, 21 Nov 2026 10:00:05 GMT", now)).toBe(5_000);
    expect(retryAfterMs("soon", now)).toBeUndefined();
    expect(retryAfterMs(null, now)).toBeUndefined();
  });
});
