// Measures B2, B3, B9: Lighthouse on Home, detail and messages, mobile with default throttling.
import { chromium, type Browser } from "@playwright/test";
import lighthouse from "lighthouse";
import { findBrowser } from "../../tests/setup/browser.ts";
import { atLeast, atMost, ofRounds, type Bench, type Measurement } from "../item.ts";
import { freePort } from "../../sync-server/db/embedded-process.ts";
import { startProduct } from "../../tests/setup/product.ts";
import { addPhones, exchange, messageTo, sessionCookies, type Phone } from "../sync/people.ts";
import { atServer } from "../sync/place.ts";

const CONVERSATIONS = 10;

export const lighthouseScores: Bench = {
  async run(part) {
    const port = await freePort();
    const browser = await chromium.launch({
      executablePath: await findBrowser(),
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", `--remote-debugging-port=${port}`],
    });
    try {
      const product = await startProduct();
      try {
        const planes = (await (await fetch(`${product.url}/api/aircraft`)).json()) as { id: string }[];
        await part("home", () => score("home", `${product.url}/`, port));
        await part("detail", () => score("detail", `${product.url}/aircraft/${planes[0]?.id}`, port));
      } finally {
        await product.stop();
      }
      await part("messages", () => signedIn(browser, port));
      return [];
    } finally {
      await browser.close();
    }
  },
};

/**
 * The messages of a pilot with some conversations, on a device that visits for the first time. Lighthouse opens its tabs in the browser's own
 * context, and each visit ends without its cookies. A header alone would not do: the page reads the cookie that says that somebody is
 * signed in.
 */
const signedIn = (browser: Browser, port: number): Promise<Measurement[]> =>
  atServer(async ({ url, db }) => {
    const [pilot, ...others] = (await addPhones(db, CONVERSATIONS + 1)) as [Phone, ...Phone[]];
    for (const other of others) await exchange(url, other, [messageTo(pilot, "Saturday is open until 14:00.")]);
    const session = await browser.newBrowserCDPSession();
    const enter = () => session.send("Storage.setCookies", { cookies: sessionCookies(url, pilot) });
    return await score("messages", `${url}/messages`, port, enter);
  });

/** The audits that the score of the performance is made of: the others of its category advise, and take half the time of a visit. */
const metrics = [
  ...["first-contentful-paint", "largest-contentful-paint", "total-blocking-time"],
  ...["cumulative-layout-shift", "speed-index"],
];

/** Three visits: all categories in the first, then what the performance is made of, whose figures vary. */
async function score(name: string, url: string, port: number, enter?: () => Promise<unknown>): Promise<Measurement[]> {
  const visit = async (chosen: { onlyCategories: string[] } | { onlyAudits: string[] }) => {
    await enter?.();
    // No figure needs the picture of the whole page.
    const options = { ...chosen, disableFullPageScreenshot: true };
    const answer = await lighthouse(url, { port, output: "json", logLevel: "error", ...options });
    if (!answer) throw new Error(`Lighthouse gave no answer for ${name}.`);
    // A page that leads elsewhere would be measured in its place.
    if (answer.lhr.finalDisplayedUrl !== url) throw new Error(`${name} led to ${answer.lhr.finalDisplayedUrl}.`);
    return answer.lhr;
  };
  const first = await visit({ onlyCategories: ["performance", "accessibility", "best-practices", "seo"] });
  const second = await visit({ onlyAudits: metrics });
  const all = [first, second, await visit({ onlyAudits: metrics })];
  const percents = (category: string) =>
    ofRounds(all.map((one) => Math.round((one.categories[category]?.score ?? 0) * 100)));
  const audit = (id: string) => ofRounds(all.map(({ audits }) => audits[id]?.numericValue ?? NaN));
  const categories = Object.entries({ accessibility: "accessibility", "best-practices": "best practices", seo: "SEO" });
  return [
    {
      item: "B2",
      what: `${name}: performance`,
      ...percents("performance"),
      unit: "",
      bar: atLeast(95),
      goal: atLeast(99),
    },
    ...categories.map(([category, words]) => ({
      item: "B2",
      what: `${name}: ${words}`,
      value: Math.round((first.categories[category]?.score ?? 0) * 100),
      unit: "",
      bar: atLeast(100),
      goal: atLeast(100),
    })),
    {
      item: "B3",
      what: `${name}: largest contentful paint`,
      ...audit("largest-contentful-paint"),
      unit: "ms",
      bar: atMost(1800),
      goal: atMost(1000),
    },
    {
      item: "B9",
      what: `${name}: layout shift`,
      ...audit("cumulative-layout-shift"),
      unit: "",
      bar: atMost(0.01),
      goal: atMost(0),
    },
  ];
}
