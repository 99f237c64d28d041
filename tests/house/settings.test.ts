// Operators copy .env.example: it lists every setting, no unknown one, and no value that the server rejects.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readConfig } from "../../sync-server/config.ts";

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
const listed = [...read(".env.example").matchAll(/^#([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]);

test("lists every setting", () => {
  const schema = /const settings = z\.object\(\{([\s\S]*?)\n\}\);/.exec(read("sync-server/config.ts"))?.[1] ?? "";
  const known = [...schema.matchAll(/^ {2}([A-Z0-9_]+):/gm)].map(([, name]) => name);
  expect(known.length).toBeGreaterThan(10);
  expect(listed.map(([name]) => name).sort()).toEqual(known.sort());
});

test("every uncommented line is valid in production, except the setting for tests", () => {
  const { PUSH_TEST_ORIGIN, ...rest } = Object.fromEntries(listed) as NodeJS.ProcessEnv;
  expect(() => readConfig({ ...rest, NODE_ENV: "production" })).not.toThrow();
  expect(() => readConfig({ ...rest, PUSH_TEST_ORIGIN, NODE_ENV: "test" })).not.toThrow();
  expect(() => readConfig({ ...rest, PUSH_TEST_ORIGIN, NODE_ENV: "production" })).toThrow("PUSH_TEST_ORIGIN");
});
