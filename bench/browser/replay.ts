// Measures W3 in a real browser: 1,000 messages wait in the device's outbox, then the network is back.
import { chromium } from "@playwright/test";
import { browserSwitches, findBrowser } from "../../tests/setup/browser.ts";
import { atMost, atMostLimits, ofRounds, type Measurement } from "../item.ts";
import { addPhones, signIn } from "../sync/people.ts";
import type { Place } from "../sync/place.ts";
import type * as devicePage from "./device-page.ts";
import { deviceCode, onNewDevice } from "./keeping.ts";

const ROUNDS = 3;
const MESSAGES = 1000;
const RECEIVERS = 10;

declare const device: typeof devicePage;

export async function replay(place: Place): Promise<Measurement[]> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserSwitches });
  try {
    const code = await deviceCode();
    const texts = Array.from({ length: MESSAGES }, (_, at) => `Is N${at}AB free on Friday for about two hours?`);
    const [ours, raw]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      const [from, ...others] = await addPhones(place.db, RECEIVERS + 1);
      const receivers = others.map(({ id }) => id);
      const asked = { userId: from!.id, receivers, texts, address: place.raw };
      ours.push(
        await onNewDevice(browser, code, `${place.url}/healthz`, async (page) => {
          await signIn(page.context(), place.url, from!);
          return page.evaluate(({ userId, receivers: to, texts: all }) => device.replayOutbox(userId, to, all), asked);
        }),
      );
      const sent = await place.db("messages").where({ senderId: from!.id }).pluck("content");
      if (sent.length !== MESSAGES || new Set(sent).size !== MESSAGES)
        throw new Error(`${sent.length} stored, ${new Set(sent).size} of them different, of ${MESSAGES}.`);
      raw.push(
        await onNewDevice(browser, code, `${place.url}/healthz`, (page) =>
          page.evaluate(({ address, receivers: to, texts: all }) => device.replayRows(address, to, all), asked),
        ),
      );
    }
    const what = "1,000 messages written offline → all durable, once, settled on the phone";
    return [{ item: "W3", what, ...ofRounds(ours, raw), unit: "ms", bar: atMost(150), goal: atMostLimits(1.6) }];
  } finally {
    await browser.close();
  }
}
