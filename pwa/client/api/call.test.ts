// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, call, read, readPage, readPath } from "./call.ts";

let answer: () => Response | Promise<Response>;
let requests: { path: string; init: RequestInit }[];

beforeEach(() => {
  requests = [];
  answer = () => Response.json({ ok: true });
  localStorage.clear();
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (path === "/healthz") return Response.json({ ok: true });
    requests.push({ path, init });
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

const refusal =
  (body: string, status: number, statusText = "") =>
  () =>
    new Response(body, { status, statusText });

describe("a call", () => {
  it("[S249] sends credentials, the stored token, and a content type only with a body", async () => {
    localStorage.setItem("auth_token", "t-1");
    await call("auth.login", { email: "owen@example.test", password: "secret" });
    await call("auth.resendVerification", {});
    await read("auth.me", {});
    const token = { Authorization: "Bearer t-1" };
    expect(requests.map(({ init }) => [init.method, init.credentials, init.headers])).toEqual([
      ["POST", "include", { ...token, "Content-Type": "application/json" }],
      ["POST", "include", token],
      ["GET", "include", token],
    ]);
    expect(requests[0]?.init.body).toBe(JSON.stringify({ email: "owen@example.test", password: "secret" }));
    expect(requests[1]?.init.body).toBeUndefined();
  });

  it("[S1254] sends a reason about a person in the body of a DELETE, not in the address", async () => {
    const id = "01890a5d-ac96-774b-bcce-b302099a8057";
    await call("admin.removeSecondFactor", { id, reason: "Showed a passport" });
    await call("aircraft.delete", { id, reason: "Sold" });
    await call("searches.remove", { id });
    expect(requests.map(({ path, init }) => [init.method, path, init.body])).toEqual([
      ["DELETE", `/api/admin/users/${id}/second-factor`, JSON.stringify({ reason: "Showed a passport" })],
      ["DELETE", `/api/aircraft/${id}?reason=Sold`, undefined],
      ["DELETE", `/api/searches/${id}`, undefined],
    ]);
  });

  it("[S250] joins path parts with a slash", async () => {
    expect(await readPath(["/api/aircraft", "17", "with-owner"])).toEqual({ ok: true });
    expect(requests[0]?.path).toBe("/api/aircraft/17/with-owner");
  });

  it("reads a query at its route, with its input in the path and the query string", async () => {
    await read("aircraft.withOwner", { id: "1 7" });
    await read("aircraft.list", { types: ["jet", "turboprop"], seats: 4, location: undefined, ownerId: "" });
    expect(requests.map(({ path }) => path)).toEqual([
      "/api/aircraft/1%207/with-owner",
      "/api/aircraft?types=jet%2Cturboprop&seats=4",
    ]);
  });

  it("reads a list page by page, with the cursor of the Link header", async () => {
    const Link = '</api/admin/users?limit=2&cursor=a%2Bb>; rel="next"';
    answer = () => Response.json([{ id: "1" }], { headers: { Link } });
    const { rows, next } = await readPage("admin.users", { limit: 2 });
    expect([rows, next]).toEqual([[{ id: "1" }], "a+b"]);
    answer = () => Response.json([]);
    expect(await readPage("admin.users", { limit: 2, cursor: "a+b" })).toEqual({ rows: [], next: null, total: null });
    expect(requests.at(-1)?.path).toBe("/api/admin/users?limit=2&cursor=a%2Bb");
  });

  it('[S251] throws at a 401, or returns null with `on401: "null"`', async () => {
    answer = refusal('{"error":"Please log in first.","code":"not-signed-in"}', 401);
    await expect(readPath("/api/auth/me")).rejects.toMatchObject({ status: 401, code: "not-signed-in" });
    expect(await readPath("/api/auth/me", { on401: "null" })).toBeNull();
    answer = refusal("", 403, "Forbidden");
    await expect(readPath("/api/auth/me", { on401: "null" })).rejects.toMatchObject({ status: 403 });
  });

  it("[S284] throws the error field, else the body, else the status text", async () => {
    answer = refusal('{"error":"This aircraft is gone."}', 404, "Not Found");
    await expect(readPath("/api/x")).rejects.toThrow(new ApiError("This aircraft is gone.", 404));
    answer = refusal("upstream is down", 502, "Bad Gateway");
    await expect(readPath("/api/x")).rejects.toThrow("upstream is down");
    answer = refusal('{"message":"other"}', 500, "Internal Server Error");
    await expect(readPath("/api/x")).rejects.toThrow('{"message":"other"}');
    answer = refusal("", 503, "Service Unavailable");
    await expect(readPath("/api/x")).rejects.toThrow("Service Unavailable");
  });

  it("has status 0 without a response", async () => {
    answer = () => Promise.reject(new TypeError("Failed to fetch"));
    await expect(readPath("/api/x")).rejects.toMatchObject({ status: 0, code: "offline" });
  });
});
