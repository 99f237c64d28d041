// On every screen of a desktop the policy refuses nothing and axe finds nothing serious, in either theme; reflow.spec.ts asks the same of a narrow one.
import { expect, test } from "@playwright/test";
import { seriousFindings } from "./axe.ts";
import { enter, openMarket } from "./market.ts";
import { watchPolicy } from "./policy.ts";
import { screens } from "./screens.ts";

test.use({ colorScheme: "light", reducedMotion: "reduce" });

for (const { name, who, open, only } of screens) {
  if (only === "phone") continue;
  test(`axe finds nothing serious and the policy refuses nothing on ${name}`, async ({ page, context, browser }) => {
    const market = await openMarket(browser);
    const refused = await watchPolicy(context);
    await enter(page, who, market);
    await open(page, market);
    expect(refused).toEqual([]);
    expect(await seriousFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    expect(await seriousFindings(page)).toEqual([]);
  });
}
