// Two users in two browsers, one of them with a bad network.
import { expect, test, type Browser, type Page } from "@playwright/test";
import { crash } from "./device.ts";
import { startHeldLine } from "./held-line.ts";
import { demoLogins, signIn, signUp, toast } from "./people.ts";

test.use({ serviceWorkers: "block" });

type Person = { id: string; name: string };

async function openAs(browser: Browser, who: { email: string; password: string }): Promise<[Page, Person]> {
  const { baseURL = "", timezoneId, locale } = test.info().project.use;
  const context = await browser.newContext({ baseURL, timezoneId, locale });
  const page = await context.newPage();
  return [page, await signIn(page, who)];
}

/** Opens the conversation with the owner of a listing, from that listing's page. */
async function contactOwner(page: Page, ownerId: string): Promise<void> {
  const planes = (await (await page.request.get(`/api/aircraft?ownerId=${ownerId}`)).json()) as { id: string }[];
  await page.goto(`/aircraft/${planes[0]?.id}`);
  await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
  await page.getByRole("button", { name: "Contact Owner" }).click();
  await expect(page.getByRole("dialog", { name: "Marisol Vega" })).toBeVisible();
}

function composer(page: Page) {
  return page.getByRole("textbox", { name: /^Message to / });
}

/** How often the server's conversation contains a message with this text. */
async function arrivals(page: Page, me: Person, peer: Person, words: string): Promise<number> {
  const answer = await page.request.get(`/api/messages/${me.id}/${peer.id}`);
  const messages = (await answer.json()) as { content: string }[];
  return messages.filter(({ content }) => content === words).length;
}

/** Presses Send and leaves the page in the same task, before anything can be stored or sent. */
function pressSend(): void {
  document.querySelector<HTMLButtonElement>("button[aria-label='Send message']")?.click();
  location.replace("about:blank");
}

let number = 0;
/** A text that no other test uses. */
function newWords(start: string): string {
  number += 1;
  return `${start} ${Date.now().toString(36)}-${number}`;
}

test("[S024] a message appears at the receiver without a reload, and becomes Read", async ({ browser }) => {
  const [pilot] = await openAs(browser, demoLogins.pilot);
  const [owner, marisol] = await openAs(browser, demoLogins.owner);
  await owner.goto("/messages");
  await expect(owner.getByRole("heading", { level: 1, name: "Messages" })).toBeVisible();

  const question = newWords("Is the Skyhawk free on Saturday?");
  await contactOwner(pilot, marisol.id);
  await expect(pilot.getByText("Aircraft Owner")).toBeVisible();
  await composer(pilot).fill(question);
  await composer(pilot).press("Enter");
  await expect(composer(pilot)).toHaveValue("");
  const asked = pilot.getByRole("log").locator("[data-id]", { hasText: question });
  await expect(asked).toContainText("Sent");

  const row = owner.getByRole("button", { name: new RegExp(question.replace("?", "\\?")) });
  await expect(row).toContainText("Owen Fairley");
  await expect(row).toContainText("New");
  await expect(owner.getByRole("link", { name: /^Messages, \d+ unread$/ })).toBeVisible();
  await expect(asked).not.toContainText("Read");
  await row.click();
  await expect(owner.getByRole("dialog", { name: "Owen Fairley" })).toBeVisible();
  await expect(owner.getByRole("log")).toContainText(question);
  await expect(asked).toContainText("Read");

  const answer = newWords("She is yours.");
  await composer(owner).fill(answer);
  await owner.getByRole("button", { name: "Send message" }).click();
  await expect(pilot.getByRole("log")).toContainText(answer);
  await owner.getByRole("button", { name: "Close" }).click();
  await expect(owner.getByRole("button", { name: new RegExp(`You: ${answer}`) })).not.toContainText("New");
});

test("a message reaches the server although its page is closed right after Send", async ({ browser }) => {
  const [owner, marisol] = await openAs(browser, demoLogins.owner);
  const { baseURL = "", timezoneId, locale } = test.info().project.use;
  // No worker sends for the page.
  const context = await browser.newContext({ baseURL, timezoneId, locale, serviceWorkers: "block" });
  const pilot = await context.newPage();
  const owen = await signIn(pilot, demoLogins.pilot);
  const code = pilot.waitForResponse(/\/command-code-[\w-]+\.js$/);
  await contactOwner(pilot, marisol.id);
  // A page that closes while its store opens, or before it has the code of commands, posts nothing: the next opening sends.
  await expect(pilot.getByRole("log")).toBeVisible();
  await pilot.evaluate((address) => import(address), (await code).url());
  const words = newWords("Leaving the ramp now.");
  await composer(pilot).fill(words);
  await pilot.evaluate(pressSend);
  await expect.poll(() => arrivals(owner, marisol, owen, words)).toBe(1);

  const next = await context.newPage();
  await next.goto(`/messages?with=${marisol.id}`);
  const bubble = next.getByRole("log").locator("[data-id]", { hasText: words });
  await expect(bubble).toContainText("Sent");
  await expect(bubble).toHaveCount(1);
  await expect(composer(next)).toHaveValue("");
  expect(await arrivals(owner, marisol, owen, words)).toBe(1);
  await context.close();
});

test("a message of a page that closes before its store opens is sent by the next page, whichever that is", async ({
  browser,
}) => {
  const [owner, marisol] = await openAs(browser, demoLogins.owner);
  const { baseURL = "", timezoneId, locale } = test.info().project.use;
  // No worker sends for the page.
  const context = await browser.newContext({ baseURL, timezoneId, locale, serviceWorkers: "block" });
  const pilot = await context.newPage();
  const owen = await signIn(pilot, demoLogins.pilot);
  // The code of the store never arrives.
  const held = pilot.waitForRequest("**/user-store-*.js");
  await pilot.route("**/user-store-*.js", () => undefined);
  await contactOwner(pilot, marisol.id);
  const words = newWords("No store yet.");
  await composer(pilot).fill(words);
  await held;
  await pilot.evaluate(pressSend);
  await pilot.waitForURL("about:blank");
  expect(await arrivals(owner, marisol, owen, words)).toBe(0);
  await pilot.close();

  const next = await context.newPage();
  await next.goto("/how-it-works");
  await expect.poll(() => arrivals(owner, marisol, owen, words)).toBe(1);
  await next.goto(`/messages?with=${marisol.id}`);
  await expect(next.getByRole("log").locator("[data-id]", { hasText: words })).toContainText("Sent");
  await expect(composer(next)).toHaveValue("");
  expect(await arrivals(owner, marisol, owen, words)).toBe(1);
  await context.close();
});

test("[R8] messages of a closing page arrive after those that an earlier page left unsent", async ({ browser }) => {
  const [, marisol] = await openAs(browser, demoLogins.owner);
  const { baseURL = "", timezoneId, locale } = test.info().project.use;
  const line = await startHeldLine();
  const proxy = { server: line.url, bypass: "<-loopback>" };
  // No worker sends for the page.
  const context = await browser.newContext({ baseURL, timezoneId, locale, proxy, serviceWorkers: "block" });
  const first = await context.newPage();
  const owen = await signIn(first, demoLogins.pilot);
  await first.goto(`/messages?with=${marisol.id}`);
  const all = ["Rolling now.", "Holding short.", "Cleared for takeoff."].map(newWords);
  const send = async (page: Page, words: string) => {
    await composer(page).fill(words);
    await composer(page).press("Enter");
    await expect(page.getByRole("log").locator("[data-id]", { hasText: words })).toBeVisible();
  };
  const stored = async () => {
    const answer = await context.request.get(`/api/messages/${owen.id}/${marisol.id}`);
    const contents = ((await answer.json()) as { content: string }[]).map(({ content }) => content);
    return contents.filter((content) => all.includes(content));
  };

  // The exchange never reaches the server, and a crashed page posts nothing.
  const unheard = line.catchNext("unheard");
  await send(first, all[0]!);
  await unheard;
  await crash(first);
  const unheardAgain = line.catchNext("unheard");
  const second = await context.newPage();
  await second.goto(`/messages?with=${marisol.id}`);
  const held = await unheardAgain;
  for (const words of all.slice(1)) await send(second, words);
  expect(await stored()).toEqual([]);
  await second.close();
  await expect.poll(stored).toEqual(all);

  // The late exchange has no second effect.
  held.letGo();
  const third = await context.newPage();
  await third.goto(`/messages?with=${marisol.id}`);
  for (const words of all)
    await expect(third.getByRole("log").locator("[data-id]", { hasText: words })).toContainText("Sent");
  expect(await stored()).toEqual(all);
  await context.close();
  await line.close();
});

test("a user with an unverified email is led to the code, and the message waits or can be deleted", async ({
  page,
  browser,
}) => {
  const [, marisol] = await openAs(browser, demoLogins.owner);
  await signUp(page, "Iris Holm");
  await contactOwner(page, marisol.id);
  await expect(page.getByText("No messages yet")).toBeVisible();
  await expect(page.getByText("Send a message to start the conversation.")).toBeVisible();
  await composer(page).fill("May I come by?");
  await composer(page).press("Enter");
  await expect(page).toHaveURL(/\/verify-email$/);
  await expect(toast(page, "Please verify your email first.")).toBeVisible();
  await page.goto("/messages");
  const row = page.getByRole("button", { name: /Marisol Vega/ });
  await expect(row).toContainText("Waiting for your verified email. You: May I come by?");
  await row.click();
  await expect(page.getByText("Your message waits until your email is verified. Then it goes by itself.")).toHaveCount(
    1,
  );
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("May I come by?")).toHaveCount(0);
});

test("[S135] guests are redirected home from messages, and asked to log in at favorites", async ({ page }) => {
  await page.goto("/messages");
  await expect(page).toHaveURL(/\/$/);
  await page.goto("/favorites");
  await expect(page.getByRole("dialog", { name: "Welcome to Tailhour" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { level: 1, name: "My Favorites" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Log in to see your favorites" })).toBeVisible();
});

test.describe("with the worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("a message written offline is sent once after its tab is closed", async ({ browser }) => {
    const [pilot, owen] = await openAs(browser, demoLogins.pilot);
    const [owner, marisol] = await openAs(browser, demoLogins.owner);
    await owner.goto("/messages");
    await contactOwner(pilot, marisol.id);
    await expect(pilot.getByRole("log")).toBeVisible();

    await pilot.context().setOffline(true);
    const words = newWords("Running late, no signal on the ramp.");
    await composer(pilot).fill(words);
    await composer(pilot).press("Enter");
    const bubble = pilot.getByRole("log").locator("[data-id]", { hasText: words });
    await expect(bubble).toContainText("Waiting for signal");
    await expect(bubble).not.toContainText("Sent");
    await composer(pilot).fill("Not finished");
    await pilot.close();
    expect(await arrivals(owner, marisol, owen, words)).toBe(0);

    await pilot.context().setOffline(false);
    const reopened = await pilot.context().newPage();
    await reopened.goto("/messages");
    await expect(owner.getByRole("button", { name: new RegExp(words.replace(".", "\\.")) })).toContainText("New");
    await reopened.getByRole("button", { name: /Marisol Vega/ }).click();
    await expect(reopened.getByRole("log").locator("[data-id]", { hasText: words })).toHaveCount(1);
    await expect(reopened.getByRole("log").locator("[data-id]", { hasText: words })).toContainText("Sent");
    await expect(composer(reopened)).toHaveValue("Not finished");
    await composer(reopened).fill("");
    expect(await arrivals(owner, marisol, owen, words)).toBe(1);
  });

  test("[S025] favorites open without a network, the newest one waiting to sync", async ({ browser }) => {
    const [page] = await openAs(browser, demoLogins.pilot);
    await page.goto("/favorites");
    // The favorite buttons are correct from the first paint once the favorites are loaded.
    await expect(page.getByRole("status").filter({ hasText: /^\d+ aircraft$/ })).toBeVisible();
    await page.getByRole("link", { name: "Browse Aircraft" }).first().click();
    const first = page.getByRole("button", { name: /^Add .* to favorites$/ }).first();
    const name = ((await first.getAttribute("aria-label")) ?? "").replace(/^Add | to favorites$/g, "");

    await page.context().setOffline(true);
    // Selects the button by aircraft name, because cards that load later may precede it.
    await page.getByRole("button", { name: `Add ${name} to favorites` }).click();
    await page.getByRole("link", { name: "My Favorites" }).click();
    const card = page.getByRole("article").filter({ hasText: name });
    await expect(card).toContainText("Waiting to sync");
    await page.context().setOffline(false);
    await expect(card).not.toContainText("Waiting to sync");
    await card.getByRole("button", { name: `Remove ${name} from favorites` }).click();
    await expect(card).toHaveCount(0);
  });
});
