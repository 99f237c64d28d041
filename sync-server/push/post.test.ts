import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startPushService, testKeys, type PushService } from "../../tests/push/push-service.ts";
import { endpoints, type Endpoints } from "./endpoints.ts";
import { postPush, retryAfterSeconds } from "./post.ts";

let service: PushService;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.close());

const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = testKeys;
const vapidKeys = { publicKey, privateKey, subject };
const notice = { payload: JSON.stringify({ kind: "test" }), topic: "topic" };

function post(through: Endpoints, timeoutMs?: number, { endpoint, keys: browser } = service.receiver().subscription) {
  const options = { endpoints: through, vapidKeys, ...(timeoutMs !== undefined && { timeoutMs }) };
  return postPush(options, { endpoint, ...browser }, notice);
}

describe("a push", () => {
  it("ends at its time limit if the resolver does not answer", async () => {
    const silent = endpoints({ resolver: () => new Promise(() => {}) });
    const { subscription } = service.receiver();
    const apple = { ...subscription, endpoint: "https://web.push.apple.com/abc" };
    await expect(post(silent, 20, apple)).rejects.toMatchObject({ name: "TimeoutError" });
  });

  it("has one time limit for resolution and answer together", async () => {
    // The name resolves at the end of the time limit; nothing is sent after it.
    const receiver = service.receiver();
    const late: Endpoints = {
      mayPost: () => true,
      resolve: (endpoint, signal) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () => resolve({ url: new URL(endpoint), pinned: null }));
        }),
    };
    await expect(post(late, 20, receiver.subscription)).rejects.toMatchObject({ name: "TimeoutError" });
    expect(service.count(receiver)).toBe(0);
  });

  it("reaches a service at its second address if the first does not answer", async () => {
    const receiver = service.receiver();
    const pinned = [
      { address: "::1", family: 6 },
      { address: "127.0.0.1", family: 4 },
    ];
    const named = new URL(receiver.subscription.endpoint);
    named.hostname = "push.inside.invalid";
    const through: Endpoints = { mayPost: () => true, resolve: () => Promise.resolve({ url: named, pinned }) };
    expect(await post(through, undefined, receiver.subscription)).toMatchObject({ status: 201 });
    expect(service.problems).toEqual([]);
  });
});

describe("a push service", () => {
  it("gives the time of a retry in seconds or as a date", () => {
    const now = Date.parse("2026-11-21T12:00:00Z");
    expect(retryAfterSeconds("120", now)).toBe(120);
    expect(retryAfterSeconds("Sat, 21 Nov 2026 12:01:30 GMT", now)).toBe(90);
    expect(retryAfterSeconds("soon", now)).toBeNull();
    expect(retryAfterSeconds(undefined, now)).toBeNull();
  });
});
