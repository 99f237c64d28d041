// Measures B2, B3, B9: Lighthouse on Home and detail, mobile with default throttling.
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { findBrowser } from "../tests/setup/browser.ts";
import { atLeast, atMost, type Bench, type Measurement } from "./item.ts";
import { startProduct } from "../tests/setup/product.ts";

export const lighthouseScores: Bench = {
  name: "lighthouse",
  async run() {
    const product = await startProduct();
    const port = 9333;
    const browser = await chromium.launch({
      executablePath: await findBrowser(),
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", `--remote-debugging-port=${port}`],
    });
    try {
      const planes = (await (await fetch(`${product.url}/api/aircraft`)).json()) as { id: string }[];
      const home = await score("home", product.url, port);
      const detail = await score("detail", `${product.url}/aircraft/${planes[0]?.id}`, port);
      return [...home, ...detail];
    } finally {
      await browser.close();
      await product.stop();
    }
  },
};

async function score(name: string, url: string, port: number): Promise<Measurement[]> {
  const answer = await lighthouse(url, { port, output: "json", logLevel: "error" });
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
