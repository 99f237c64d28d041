// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, call, read } from "./call.ts";

let answer: () => Response | Promise<Response>;
let asked: { path: string; init: RequestInit }[];

beforeEach(() => {
  asked = [];
  answer = () => Response.json({ ok: true });
  localStorage.clear();
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (path === "/healthz") return Response.json({ ok: true });
    asked.push({ path, init });
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

const refusal =
  (body: string, status: number, statusText = "") =>
  () =>
    new Response(body, { status, statusText });

describe("a call", () => {
  it("sends credentials, the stored token, and a content type only with a body", async () => {
    localStorage.setItem("auth_token", "t-1");
    await call("auth.login", { email: "owen@example.test", password: "secret" });
    await call("auth.resendVerification", {});
    await read("/api/auth/me");
    const token = { Authorization: "Bearer t-1" };
    expect(asked.map(({ init }) => [init.method, init.credentials, init.headers])).toEqual([
      ["POST", "include", { ...token, "Content-Type": "application/json" }],
      ["POST", "include", token],
      ["GET", "include", token],
    ]);
    expect(asked[0]?.init.body).toBe(JSON.stringify({ email: "owen@example.test", password: "secret" }));
    expect(asked[1]?.init.body).toBeUndefined();
  });

  it("reads the path made of its parts", async () => {
    expect(await read(["/api/aircraft", "17", "with-owner"])).toEqual({ ok: true });
    expect(asked[0]?.path).toBe("/api/aircraft/17/with-owner");
  });

  it("throws at a 401, or answers null where that is asked for", async () => {
    answer = refusal('{"error":"Please log in first.","code":"not-signed-in"}', 401);
    await expect(read("/api/auth/me")).rejects.toMatchObject({ status: 401, code: "not-signed-in" });
    expect(await read("/api/auth/me", { on401: "null" })).toBeNull();
    answer = refusal("", 403, "Forbidden");
    await expect(read("/api/auth/me", { on401: "null" })).rejects.toMatchObject({ status: 403 });
  });

  it("throws the error field, else the body, else the status text", async () => {
    answer = refusal('{"error":"This aircraft is gone."}', 404, "Not Found");
    await expect(read("/api/x")).rejects.toThrow(new ApiError("This aircraft is gone.", 404));
    answer = refusal("upstream is down", 502, "Bad Gateway");
    await expect(read("/api/x")).rejects.toThrow("upstream is down");
    answer = refusal('{"message":"other"}', 500, "Internal Server Error");
    await expect(read("/api/x")).rejects.toThrow('{"message":"other"}');
    answer = refusal("", 503, "Service Unavailable");
    await expect(read("/api/x")).rejects.toThrow("Service Unavailable");
  });

  it("has status 0 without an answer", async () => {
    answer = () => Promise.reject(new TypeError("Failed to fetch"));
    await expect(read("/api/x")).rejects.toMatchObject({ status: 0, code: "offline" });
  });
});
