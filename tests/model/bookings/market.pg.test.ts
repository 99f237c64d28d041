// Runs the product's engines and server against random histories of bookings; a failure names the rule and its seed.
// `BOOKING_MODEL_HISTORIES` runs more; TEST_SEED and TEST_PATH repeat a failure.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testSeed } from "../../seed.ts";
import { Broken } from "../oracle.ts";
import { runMarket, type MarketPlan } from "./market-history.ts";
import { startMarketServer, type MarketServer } from "./market-server.ts";

const HISTORIES = Number(process.env["BOOKING_MODEL_HISTORIES"] ?? 12);
const HOOK_MS = 120_000 + HISTORIES * 10_000;

const plans: fc.Arbitrary<MarketPlan> = fc.record({
  seed: fc.nat(),
  steps: fc.array(fc.nat(2_000_000_000), { minLength: 30, maxLength: 50 }),
});

describe(`${HISTORIES} random histories of bookings`, () => {
  let broken: Broken | null = null;
  let report = "";
  let server: MarketServer;

  beforeAll(async () => {
    server = await startMarketServer();
    const began = performance.now();
    const property = fc.asyncProperty(plans, async (plan) => {
      const found = await runMarket(server, plan);
      if (found) throw found;
    });
    const { TEST_PATH: path } = process.env;
    const seed = testSeed("bookings");
    // Shrinking runs a history again and again, so its time is limited.
    const interruptAfterTimeLimit = HOOK_MS - 30_000;
    const details = await fc.check(property, {
      numRuns: HISTORIES,
      seed,
      interruptAfterTimeLimit,
      ...(path && { path }),
    });
    console.warn(`bookings: ${details.numRuns} histories in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    if (!details.failed) return;
    const { errorInstance: error, counterexamplePath, counterexample } = details;
    broken = error instanceof Broken ? error : new Broken("?", String(error));
    report = `${broken.message}\nTEST_SEED=${details.seed} TEST_PATH=${String(counterexamplePath)}\n${JSON.stringify(counterexample)}`;
  }, HOOK_MS);

  afterAll(() => server.stop());

  const kept = (rule: string) => expect(broken?.rule === rule ? report : "").toBe("");

  test("[S452] no two holds overlap, and no request stays open for hours that are held", () => kept("overlap"));
  test("[S453] every request ends once enough time has passed", () => kept("ends"));
  test("[S454] all devices and the server read the same bookings, blocks, plans and messages", () => kept("same"));
  test("[S455] a pilot who loses the hours sees a line or a refusal", () => kept("loss"));
  test("no command is lost or applied twice", () => kept("once"));
  test("owners are reminded of open requests", () => kept("reminders"));
  test("no history failed in another way", () => expect(report).toBe(""));
});
