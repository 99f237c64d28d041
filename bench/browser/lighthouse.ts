// Measures B2, B3, B9: Lighthouse on Home, detail and messages, mobile with default throttling.
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { findBrowser } from "../../tests/setup/browser.ts";
import { atLeast, atMost, type Bench, type Measurement } from "../item.ts";
import { freePort } from "../../sync-server/db/embedded-process.ts";
import { startProduct } from "../../tests/setup/product.ts";
import { addPhones, cookieOf, exchange, messageTo, type Phone } from "../sync/people.ts";
import { atServer } from "../sync/place.ts";

const CONVERSATIONS = 10;

export const lighthouseScores: Bench = {
  name: "lighthouse",
  async run() {
    const port = await freePort();
    const browser = await chromium.launch({
      executablePath: await findBrowser(),
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", `--remote-debugging-port=${port}`],
    });
    try {
      const product = await startProduct();
      const planes = (await (await fetch(`${product.url}/api/aircraft`)).json()) as { id: string }[];
      const home = await score("home", product.url, port);
      const detail = await score("detail", `${product.url}/aircraft/${planes[0]?.id}`, port);
      await product.stop();
      return [...home, ...detail, ...(await signedIn(port))];
    } finally {
      await browser.close();
    }
  },
};

/** The messages of a pilot with some conversations, on a device that visits for the first time. */
const signedIn = (port: number): Promise<Measurement[]> =>
  atServer(async ({ url, db }) => {
    const [pilot, ...others] = (await addPhones(db, CONVERSATIONS + 1)) as [Phone, ...Phone[]];
    for (const other of others) await exchange(url, other, [messageTo(pilot, "Saturday is open until 14:00.")]);
    return await score("messages", `${url}/messages`, port, { Cookie: cookieOf(pilot) });
  });

async function score(
  name: string,
  url: string,
  port: number,
  extraHeaders: Record<string, string> = {},
): Promise<Measurement[]> {
  const answer = await lighthouse(url, { port, output: "json", logLevel: "error", extraHeaders });
  if (!answer) throw new Error(`Lighthouse gave no answer for ${name}.`);
  const { categories, audits } = answer.lhr;
  const percent = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
  return [
    {
      item: "B2",
      what: `${name}: performance`,
      value: percent("performance"),
      unit: "",
      bar: atLeast(95),
      goal: atLeast(99),
    },
    {
      item: "B2",
      what: `${name}: accessibility`,
      value: percent("accessibility"),
      unit: "",
      bar: atLeast(100),
      goal: atLeast(100),
    },
    {
      item: "B2",
      what: `${name}: best practices`,
      value: percent("best-practices"),
      unit: "",
      bar: atLeast(100),
      goal: atLeast(100),
    },
    { item: "B2", what: `${name}: SEO`, value: percent("seo"), unit: "", bar: atLeast(100), goal: atLeast(100) },
    {
      item: "B3",
      what: `${name}: largest contentful paint`,
      value: audits["largest-contentful-paint"]?.numericValue ?? NaN,
      unit: "ms",
      bar: atMost(1800),
      goal: atMost(1000),
    },
    {
      item: "B9",
      what: `${name}: layout shift`,
      value: audits["cumulative-layout-shift"]?.numericValue ?? NaN,
      unit: "",
      bar: atMost(0.01),
      goal: atMost(0),
    },
  ];
}
