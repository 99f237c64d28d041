// Words of sixty letters in all user texts wrap at 320 pixels, and nothing leaves the screen.
import { expect, test, type Page } from "@playwright/test";
import { openSynced } from "./device.ts";
import { demoLogins, post, signIn, site, verifiedPerson } from "./people.ts";

test.use({ serviceWorkers: "block", viewport: { width: 320, height: 640 }, reducedMotion: "reduce" });
test.slow();

const word = (letter: string) => letter.repeat(60);

/** Texts that exceed the right edge without an ellipsis. */
function textsBeyondTheEdge(): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.textContent?.trim() || !element?.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest("script, style, option, .vh")) continue;
    let isShortened = false;
    for (let box: Element | null = element; box; box = box.parentElement)
      isShortened ||= getComputedStyle(box).textOverflow === "ellipsis";
    const range = document.createRange();
    range.selectNodeContents(node);
    if (!isShortened && range.getBoundingClientRect().right > innerWidth + 1) found.push(node.textContent.slice(0, 40));
  }
  return found;
}

async function expectInside(page: Page): Promise<void> {
  expect(await page.evaluate(textsBeyondTheEdge), page.url()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).toBeLessThanOrEqual(320);
}

test("names, features, bios, saved searches and messages of sixty letters wrap", async ({ page, browser }) => {
  const me = await verifiedPerson(page, word("N"), "owner");
  await page.request.patch(`/api/users/${me.id}`, {
    data: { bio: word("b") },
    headers: { Origin: site() },
  });
  const plane = await post<{ id: string }>(page.request, "/api/aircraft", {
    name: word("P"),
    make: word("m"),
    model: word("o"),
    type: "single-engine",
    year: "2008",
    location: "Phoenix AZ",
    hourlyRate: 165,
    minHours: 2,
    seats: 4,
    cruiseSpeed: 122,
    range: 640,
    fuelCapacity: "53 gal",
    maxWeight: "2,550 lbs",
    description: word("d"),
    imageUrl: "/illustrations/default-aircraft.svg",
    images: [],
    features: [word("F"), word("G")],
    isActive: true,
  });
  const guest = await (await browser.newContext({ baseURL: site() })).newPage();
  const { id: ownerId } = await signIn(guest, demoLogins.owner);
  await post(guest.request, "/api/messages", { receiverId: me.id, content: word("w"), aircraftId: plane.id });
  await guest.context().close();
  await post(page.request, "/api/searches", { name: word("S"), location: word("l"), words: word("x") });
  await openSynced(page);
  await page.getByRole("button", { name: "Saved searches 1" }).click();
  await expect(page.getByRole("link", { name: word("S") })).toBeVisible();
  await expectInside(page);
  for (const [address, text] of [
    [`/aircraft/${plane.id}`, word("F")],
    ["/profile", word("b")],
    ["/settings", word("S")],
    ["/messages", "Marisol Vega"],
    [`/messages?with=${ownerId}`, word("w")],
  ] as const) {
    await page.goto(address);
    await expect(page.getByText(text).first()).toBeVisible();
    await expectInside(page);
  }
  await page.request.delete(`/api/aircraft/${plane.id}`, {
    headers: { Origin: site() },
  });
});
