import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import webPush from "web-push";
import { send } from "../../tests/http.ts";
import { aPilot } from "../../tests/people.ts";
import { startPushService, testKeys } from "../../tests/push/push-service.ts";
import { startTestServer } from "../../tests/server.ts";
import { readConfig } from "../config.ts";
import { vapidKeys } from "./vapid.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tailhour-keys-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Waits for asynchronous work of the server. */
const soon = <T>(check: () => T) => vi.waitFor(check, { timeout: 10_000, interval: 20 });

describe("the server's keys", () => {
  it("are generated once with the embedded database, readable by this user alone", () => {
    const config = readConfig({ DATA_DIR: folder });
    const keys = vapidKeys(config);
    const file = path.join(folder, "vapid.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(vapidKeys(config)).toEqual(keys);
    expect(keys?.subject).toBe("mailto:no-reply@localhost");
    writeFileSync(file, "{");
    expect(() => vapidKeys(config)).toThrow("Remove it");
    expect(readFileSync(file, "utf8")).toBe("{");
  });

  it("otherwise come from the settings, as a matching pair", () => {
    const settings = { DATABASE_URL: "postgres://localhost/none", ...testKeys };
    expect(vapidKeys(readConfig(settings))).toEqual({
      publicKey: testKeys.VAPID_PUBLIC_KEY,
      privateKey: testKeys.VAPID_PRIVATE_KEY,
      subject: testKeys.VAPID_SUBJECT,
    });
    const other = webPush.generateVAPIDKeys().publicKey;
    expect(() => vapidKeys(readConfig({ ...settings, VAPID_PUBLIC_KEY: other }))).toThrow("do not belong together");
    expect(() => readConfig({ VAPID_PUBLIC_KEY: other })).toThrow("VAPID_PRIVATE_KEY is missing");
    expect(vapidKeys(readConfig({ DATABASE_URL: "postgres://localhost/none" }))).toBeNull();
  });

  it("may change: old subscriptions get no push, and stay until the device renews them", async () => {
    const service = await startPushService();
    const server = await startTestServer({ env: { ...testKeys, PUSH_TEST_ORIGIN: service.origin } });
    const pilot = await aPilot(server.db);
    const receiver = service.receiver();
    const body = receiver.subscription;
    await send(server.url, "POST /api/push/subscriptions", { headers: pilot.headers, body });
    await server.db("push_subscriptions").update({ publicKey: webPush.generateVAPIDKeys().publicKey });
    await send(server.url, "POST /api/push/test", pilot);
    await soon(async () => {
      const [row] = await server.db("push_subscriptions");
      expect(row.failingSince).not.toBeNull();
    });
    expect(service.count(receiver)).toBe(0);
    await send(server.url, "POST /api/push/subscriptions", { headers: pilot.headers, body });
    await server.db("push_deliveries").update({ createdAt: server.db.raw("now() - interval '1 minute'") });
    await send(server.url, "POST /api/push/test", pilot);
    await soon(() => expect(service.count(receiver)).toBe(1));
    await soon(async () => expect((await server.db("push_subscriptions").first()).failingSince).toBeNull());
    // The metric counts after the delivery is settled.
    const metrics = await soon(async () => {
      const { text } = await send(server.url, "GET /metrics");
      expect(text).toContain('tailhour_push_deliveries_total{verdict="delivered"} 1');
      return text;
    });
    expect(metrics).toContain('tailhour_push_deliveries_total{verdict="other-key"} 1');
    expect(metrics).toContain("tailhour_push_subscriptions 1");
    await service.close();
  });
});
