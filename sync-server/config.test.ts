import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readConfig, settingNames } from "./config.ts";

describe("settings", () => {
  it("have a default for everything a fresh clone needs", () => {
    expect(readConfig({})).toMatchObject({ PORT: 3000, HOST: "localhost", DEMO: true, TRUST_PROXY: false });
  });

  it("switch demo mode off with a real database, unless it is asked for", () => {
    const DATABASE_URL = "postgres://a:b@localhost/c";
    expect(readConfig({ DATABASE_URL }).DEMO).toBe(false);
    expect(readConfig({ DATABASE_URL, DEMO: "1" }).DEMO).toBe(true);
    expect(readConfig({ DEMO: "0" }).DEMO).toBe(false);
  });

  it("treat an empty value as absent", () => {
    const config = readConfig({ PORT: "", PUBLIC_URL: "" });
    expect(config.PORT).toBe(3000);
    expect(config.PUBLIC_URL).toBeUndefined();
  });

  it.each([
    [{ PORT: "abc" }, "PORT must be a whole number from 0 to 65535. Example: PORT=3000"],
    [{ PORT: "70000" }, "PORT must be a whole number from 0 to 65535. Example: PORT=3000"],
    [
      { PUBLIC_URL: "tailhour.example" },
      "PUBLIC_URL must be an http or https address without a path. Example: PUBLIC_URL=https://tailhour.example",
    ],
    [
      { DATABASE_URL: "mysql://x" },
      "DATABASE_URL must be the address of a PostgreSQL server. Example: DATABASE_URL=postgres://tailhour:secret@localhost:5432/tailhour",
    ],
    [{ DEMO: "maybe" }, "DEMO must be 1 or 0. Example: DEMO=1"],
    [{ RATE_LIMIT_FACTOR: "0" }, "RATE_LIMIT_FACTOR must be a number above 0. Example: RATE_LIMIT_FACTOR=1"],
  ])("refuse %j in one sentence", (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(sentence);
  });

  it("in production, refuse unknown names that look like settings", () => {
    const production = { NODE_ENV: "production", PATH: "/bin", HOSTNAME: "box" };
    expect(readConfig(production).NODE_ENV).toBe("production");
    expect(() => readConfig({ ...production, DATABSE_URL: "x" })).toThrow("Did you mean DATABASE_URL=");
    expect(() => readConfig({ ...production, LIMIT_LOGINS: "5" })).toThrow("LIMIT_LOGINS is not a setting");
    expect(() => readConfig({ ...production, SMTP_HOST: "x" })).toThrow("SMTP_HOST is not a setting");
    expect(readConfig({ LIMIT_LOGINS: "5" }).LIMIT_LOGIN).toBe(10);
    const neighbour = { DATABASE_SERVICE_HOST: "10.0.0.1", DATABASE_PORT_5432_TCP: "x", SMTP_PORT: "tcp://10.0.0.2" };
    expect(readConfig({ ...production, ...neighbour }).PORT).toBe(3000);
  });

  it("allow a test push service only in tests", () => {
    const PUSH_TEST_ORIGIN = "http://127.0.0.1:4010";
    expect(readConfig({ PUSH_TEST_ORIGIN, NODE_ENV: "test" }).PUSH_TEST_ORIGIN).toBe(PUSH_TEST_ORIGIN);
    for (const NODE_ENV of ["production", "development", undefined])
      expect(() => readConfig({ PUSH_TEST_ORIGIN, NODE_ENV })).toThrow("PUSH_TEST_ORIGIN is for tests");
    for (const elsewhere of ["http://10.0.0.7:4010", "https://127.0.0.1:4010", "http://127.0.0.1"])
      expect(() => readConfig({ PUSH_TEST_ORIGIN: elsewhere, NODE_ENV: "test" })).toThrow("must be an address of this");
  });

  it("are exactly the names in .env.example", () => {
    const text = readFileSync(new URL("../.env.example", import.meta.url), "utf8");
    const named = [...text.matchAll(/^# ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
    expect(named.sort()).toEqual([...settingNames].sort());
  });
});
