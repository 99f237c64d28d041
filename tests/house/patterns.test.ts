// Input may be as long as a header. A regular expression that needs more than linear time for it blocks all requests.
import { describe, expect, it } from "vitest";
import Router from "@koa/router";
import { z } from "zod";
import { commands } from "../../shared/commands.ts";
import { splitRoute } from "../../shared/kit/routes.ts";
import { queries } from "../../shared/queries.ts";
import { exchangeRequest, phoneFrame } from "../../shared/sync.ts";
import { patternsBelow, slowTexts, timeOn, type Pattern } from "./patterns.ts";

/** A linear expression takes less than a millisecond for these texts, a quadratic one about a hundred. */
const MOST_MS = 5;

/** These read trusted text only: from the operator, PostgreSQL's programs, the build or the configured S3 service. */
const inside = [
  /^sync-server\/(config|companion|push\/vapid)\.ts /,
  /^sync-server\/db\/embedded/,
  /^sync-server\/http\/site\/pages\.ts .*<(link|script|title)/,
  /^sync-server\/domain\/uploads\/s3-xml\.ts /,
];

/** The slowest text for an expression. A slow text is measured again, because a garbage collection may have delayed it. */
function slowest({ regex }: Pattern): { ms: number; text: string } {
  let worst = { ms: 0, text: "" };
  for (const text of slowTexts(regex)) {
    let ms = timeOn(regex, text);
    for (let again = 0; again < 4 && ms >= MOST_MS; again++) ms = Math.min(ms, timeOn(regex, text));
    if (ms > worst.ms)
      worst = { ms, text: `${JSON.stringify(text.slice(0, 60))} … ${JSON.stringify(text.slice(-20))}` };
    if (ms >= MOST_MS) break;
  }
  return worst;
}

/** zod's regular expressions in the input schemas, such as those for email addresses, ids and dates. */
function schemaPatterns(): Pattern[] {
  const schemas = [...Object.values(commands), ...Object.values(queries)].map(({ input }) => input as z.ZodType);
  const found = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, one] of Object.entries(value)) {
      if (key === "pattern" && typeof one === "string") found.add(one);
      else collect(one);
    }
  };
  for (const schema of [...schemas, exchangeRequest, phoneFrame])
    collect(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
  return [...found].map((source) => ({ place: `schema /${source}/`, regex: new RegExp(source) }));
}

function routePatterns(): Pattern[] {
  const router = new Router();
  for (const { route } of [...Object.values(commands), ...Object.values(queries)])
    router.register(splitRoute(route)[1], ["GET"], () => undefined);
  return router.stack.flatMap(({ path, regexp }) =>
    regexp instanceof RegExp ? [{ place: `route ${String(path)}`, regex: regexp }] : [],
  );
}

const written = ["shared", "sync-server"].flatMap(patternsBelow);
const outside = written.filter(({ place }) => !inside.some((one) => one.test(place)));

describe("a regular expression for input is linear", () => {
  it.each([...outside, ...schemaPatterns()])("$place", (pattern) => {
    const { ms, text } = slowest(pattern);
    expect(ms, text).toBeLessThan(MOST_MS);
  });

  it("in every route", () => {
    const routes = routePatterns();
    expect(routes.length).toBeGreaterThan(50);
    for (const pattern of routes)
      expect([pattern.place, slowest(pattern).ms >= MOST_MS]).toEqual([pattern.place, false]);
  });
});

describe("the search for slow expressions", () => {
  it.each([
    String.raw`\.[^/]*$`,
    String.raw`^/files/[^/]*\.[^/]*\.[a-z]+$`,
    String.raw`[^\s@]+@[^\s@]+`,
    String.raw`^(a+)+$`,
    String.raw`^(\w+\s?)*$`,
    String.raw`\s+$`,
    String.raw`<name>[^]*?</name>`,
    String.raw`%.*$`,
  ])("finds %s", (source) => {
    const ms = slowest({ place: "sample", regex: new RegExp(source) }).ms;
    expect(ms).toBeGreaterThan(MOST_MS);
  });

  it("covers the sources", () => {
    expect(outside.length).toBeGreaterThan(50);
    expect(written.map(({ place }) => place)).toContainEqual(expect.stringContaining("shared/kit/ids.ts"));
  });
});
