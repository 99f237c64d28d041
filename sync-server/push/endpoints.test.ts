import { describe, expect, it } from "vitest";
import { endpoints, isPublicAddress } from "./endpoints.ts";
import { verdictOn } from "./deliveries.ts";

const at = (address: string) => () => Promise.resolve([{ address, family: address.includes(":") ? 6 : 4 }]);
const patient = new AbortController().signal;

describe("an endpoint", () => {
  const { mayPost } = endpoints({ hosts: "push.example.org" });

  it.each([
    "https://fcm.googleapis.com/fcm/send/abc",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://db5p.notify.windows.com/w/?token=abc",
    "https://web.push.apple.com/abc",
    "https://push.example.org/abc",
  ])("of a known push service is taken: %s", (endpoint) => expect(mayPost(endpoint)).toBe(true));

  it.each([
    "http://fcm.googleapis.com/fcm/send/abc",
    "https://fcm.googleapis.com:8443/abc",
    "https://fcm.googleapis.com.evil.example/abc",
    "https://evilfcm.googleapis.com/abc",
    "https://user:secret@fcm.googleapis.com/abc",
    "https://127.0.0.1/abc",
    "https://[::1]/abc",
    "https://localhost/abc",
    "https://evil.example/?fcm.googleapis.com",
    "file:///etc/passwd",
    "not an address",
  ])("of anybody else is refused: %s", (endpoint) => expect(mayPost(endpoint)).toBe(false));

  it("is refused at private addresses, and resolves to all its public ones", async () => {
    const inside = endpoints({ resolver: at("169.254.169.254") });
    await expect(inside.resolve("https://web.push.apple.com/abc", patient)).rejects.toThrow("no public address");
    const mixed = endpoints({
      resolver: async () =>
        (await Promise.all(["10.0.0.7", "2a01:b740::1", "fe80::1", "17.57.144.1"].map((one) => at(one)()))).flat(),
    });
    const { pinned } = await mixed.resolve("https://web.push.apple.com/abc", patient);
    expect(pinned).toEqual([
      { address: "2a01:b740::1", family: 6 },
      { address: "17.57.144.1", family: 4 },
    ]);
  });

  it("of the test service is accepted at its port alone", () => {
    const test = endpoints({ testOrigin: "http://127.0.0.1:4010" });
    expect(test.mayPost("http://127.0.0.1:4010/abc")).toBe(true);
    expect(test.mayPost("http://127.0.0.1:4011/abc")).toBe(false);
    expect(test.mayPost("http://127.0.0.1:4010.evil.example/abc")).toBe(false);
  });

  it("of any service resolves to the test service where one is configured", async () => {
    const test = endpoints({ testOrigin: "http://127.0.0.1:4010", resolver: () => Promise.reject(new Error("asked")) });
    const { url, pinned } = await test.resolve("https://fcm.googleapis.com/fcm/send/abc?d=e", patient);
    expect([url.href, pinned]).toEqual(["http://127.0.0.1:4010/fcm/send/abc?d=e", null]);
    await expect(test.resolve("https://evil.example/abc", patient)).rejects.toThrow("not a known push service");
  });
});

describe("an address", () => {
  it.each(["8.8.8.8", "17.57.144.1", "2607:f8b0:4005:80a::200e"])("is public: %s", (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );
  it.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "172.31.255.255",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "64:ff9b::7f00:1",
    "fc00::1",
    "fe80::1",
    "ff02::1",
    "2001:db8::1",
    "2002:7f00:1::",
  ])("is not: %s", (address) => expect(isPublicAddress(address)).toBe(false));
});

describe("a failing delivery", () => {
  it("is dropped after eight tries or a day", () => {
    const first = { attempts: 1, age: 0, isShort: false };
    const busy = { status: 503, retryAfter: null };
    expect(verdictOn(busy, first)).toBe("retry");
    expect(verdictOn(null, { ...first, attempts: 7 })).toBe("retry");
    expect(verdictOn(null, { ...first, attempts: 8 })).toBe("given-up");
    expect(verdictOn(busy, { ...first, age: 86_401 })).toBe("given-up");
    expect(verdictOn({ status: 413, retryAfter: null }, { ...first, isShort: true })).toBe("given-up");
    expect(verdictOn({ status: 400, retryAfter: null }, first)).toBe("refused");
  });
});
