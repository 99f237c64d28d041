// Layout that needs a browser: widths, positions, touch, and restored scroll positions.
import { expect, test, type Page, type Route } from "@playwright/test";
import { sizes } from "./axe.ts";
import { appStarted } from "./device.ts";
import { demoLogins, openAuthDialog, signIn, toast, verifiedPerson } from "./people.ts";

test.use({ serviceWorkers: "block" });

const cards = (page: Page) => page.getByRole("article");

async function openHome(page: Page): Promise<void> {
  await page.goto("/");
  await expect(page.getByText("24 aircraft available")).toBeVisible();
  await appStarted(page);
}

test("[S060] the grid has one, two and three columns by width", async ({ page }) => {
  await openHome(page);
  for (const [width, columns] of [
    [390, 1],
    [820, 2],
    [1440, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(async () => {
        const boxes = await Promise.all([0, 1, 2, 3].map((place) => cards(page).nth(place).boundingBox()));
        return boxes.filter((box) => Math.abs((box?.y ?? 0) - (boxes[0]?.y ?? -1)) < 2).length;
      })
      .toBe(columns);
  }
});

test("[S1355] a picture of another shape leaves the cards of a row as high as each other", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const tall =
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1600"><rect width="800" height="1600"/></svg>';
  await openHome(page);
  const first = await cards(page).first().locator("img").getAttribute("src");
  await page.route(`**${first}`, (route) => route.fulfill({ contentType: "image/svg+xml", body: tall }));
  await page.reload();
  const shapes = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLImageElement>("article img")].slice(0, 6).map((picture) => {
        const { width, height } = picture.getBoundingClientRect();
        return { natural: picture.naturalHeight / picture.naturalWidth, shown: Math.round((100 * width) / height) };
      }),
    );
  await expect.poll(async () => (await shapes()).some(({ natural }) => natural === 2)).toBe(true);
  expect((await shapes()).map(({ shown }) => shown)).toEqual(Array(6).fill(150));
});

test("the controls of the header have one height, and a rating one color for every aircraft", async ({ page }) => {
  const heights = () =>
    page.evaluate(() => {
      const controls = [...document.querySelectorAll("header :is(a, button)")].filter(
        (control) => control.checkVisibility() && !control.closest("nav") && control.ariaLabel !== "Tailhour, home",
      );
      return controls.map((control) => Math.round(control.getBoundingClientRect().height));
    });
  await openHome(page);
  expect(await heights()).toEqual([44, 44, 44, 44]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await heights()).toEqual([44, 44]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, demoLogins.owner);
  await openHome(page);
  await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
  expect(await heights()).toEqual([44, 44, 44, 44, 44, 44]);

  const planes = (await (await page.request.get("/api/aircraft")).json()) as {
    id: string;
    verified: boolean;
    reviewCount: number;
  }[];
  for (const isVerified of [true, false]) {
    const plane = planes.find(({ verified, reviewCount }) => verified === isVerified && reviewCount > 0)!;
    await page.goto(`/aircraft/${plane.id}`);
    const title = page.getByRole("heading", { level: 1 });
    const rating = page
      .locator("h1 + div")
      .getByText(/^Rated/)
      .locator("..");
    const colors = [title, rating].map((one) => one.evaluate((element) => getComputedStyle(element).color));
    const [ink, shown] = await Promise.all(colors);
    expect([isVerified, shown]).toEqual([isVerified, ink]);
  }
});

test("[S061] filters are beside the list on a desktop and in a left drawer on a phone", async ({ page }) => {
  await openHome(page);
  const sidebar = page.getByRole("complementary", { name: "Filters" });
  const list = page.getByRole("region", { name: "Available Aircraft" });
  const [beside, listBox] = [await sidebar.boundingBox(), await list.boundingBox()];
  expect((beside?.x ?? 0) + (beside?.width ?? 0)).toBeLessThan(listBox?.x ?? 0);
  await expect(page.getByRole("button", { name: /^Filters/ })).toBeHidden();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(sidebar).toBeHidden();
  await page.getByRole("button", { name: /^Filters/ }).click();
  const drawer = page.getByRole("dialog", { name: "Filters" });
  await expect(drawer).toBeVisible();
  await expect.poll(async () => (await drawer.boundingBox())?.x).toBe(0);
  await drawer.getByRole("checkbox", { name: /Turboprop/ }).check();
  await drawer.getByRole("button", { name: "Show 4 aircraft" }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole("button", { name: /^Filters.*1 active$/ })).toBeFocused();
});

test("[S321] a swipe of 50 pixels closes a toast, and F8 focuses it", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/forgot-password");
  const send = page.getByRole("button", { name: "Send Reset Link" });
  await send.click();
  const shown = toast(page, "Please enter your email address");
  await expect(shown).toBeVisible();
  await page.keyboard.press("F8");
  await expect(page.getByRole("region", { name: /Notifications \(F8\)/ }).getByRole("list")).toBeFocused();

  const swipe = async (by: number) => {
    const box = await shown.boundingBox();
    const [x, y] = [(box?.x ?? 0) + 10, (box?.y ?? 0) + 5];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by / 2, y, { steps: 4 });
    await page.mouse.move(x + by, y, { steps: 4 });
    await page.mouse.up();
  };
  await swipe(49);
  await expect(shown).toBeVisible();
  await swipe(51);
  await expect(shown).toBeHidden();
});

test("going back restores the list's scroll position and filters", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/?types=single-engine");
  await expect(page.getByText("12 aircraft available")).toBeVisible();
  await appStarted(page);
  const card = cards(page).nth(8);
  await card.scrollIntoViewIfNeeded();
  const name = await card.getByRole("heading").innerText();
  await card.getByRole("link", { name: /View Details/ }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL(/types=single-engine/);
  await expect(cards(page).filter({ hasText: name })).toBeInViewport();
});

test("a link to a part of a page leads there, although the page loads for ten seconds", async ({ page }) => {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.clock.install();
  await page.setViewportSize({ width: 1440, height: 300 });
  await page.route("**/assets/change-password-card-*.js", async (route) => {
    await held;
    await route.continue();
  });
  await signIn(page, demoLogins.pilot);
  await page.goto("/profile");
  await page.getByRole("link", { name: "Password" }).click();
  await expect(page).toHaveURL(/#/);
  await page.clock.fastForward(10_000);
  letGo();
  await expect(page.getByRole("region", { name: "Change password" })).toBeInViewport();
});

test("a link to a part of a page still leads there when content above it comes later", async ({ page }) => {
  let fails = true;
  await page.setViewportSize({ width: 1440, height: 300 });
  await signIn(page, demoLogins.pilot);
  await page.route("**/api/settings", (route) => (fails ? route.abort() : route.continue()));
  await page.goto("/profile");
  await page.getByRole("link", { name: "Password" }).click();
  const part = page.getByRole("region", { name: "Change password" });
  await expect(part).toBeInViewport();
  await expect(page.getByText("Your choices show when you have signal.")).toBeAttached();
  fails = false;
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByText("Quiet hours")).toBeAttached();
  await expect(part).toBeInViewport();
});

for (const loads of ["the app", "a document"] as const)
  test(`Back restores a scroll from before the app started, after a card's link that ${loads} follows`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const held: Route[] = [];
    let isHeld = true;
    await page.route("**/assets/libraries-*.js", (route) => (isHeld ? void held.push(route) : route.continue()));
    await page.goto("/", { waitUntil: "commit" });
    const card = cards(page).nth(8);
    await card.scrollIntoViewIfNeeded();
    const name = await card.getByRole("heading").innerText();
    isHeld = false;
    if (loads === "the app") {
      for (const route of held) await route.continue();
      await appStarted(page);
    }
    await card.getByRole("link", { name: /View Details/ }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await appStarted(page);
    await page.getByRole("link", { name: "Back" }).click();
    await expect(page).toHaveURL("/");
    await expect(cards(page).filter({ hasText: name })).toBeInViewport();
    // Back was a step in the history, so the detail page is ahead.
    await page.goForward();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  });

test("a swipe and the arrow keys change the picture", async ({ page, browser }) => {
  // Loads the page by its address, since a link of the app would move the focus to the heading.
  const { baseURL = "" } = test.info().project.use;
  const [, plane] = (await (await page.request.get("/api/aircraft")).json()) as { id: string }[];
  const address = `/aircraft/${plane?.id}`;
  await page.goto(address);
  await appStarted(page);
  const gallery = page.getByRole("group", { name: "Pictures" });
  const second = gallery.getByRole("button", { name: /picture 2 of 3/ });
  await gallery.getByRole("button", { name: /picture 1 of 3/ }).press("ArrowRight");
  await expect(second).toBeFocused();
  await expect(second).toHaveAttribute("aria-pressed", "true");

  const phone = await browser.newContext({ baseURL, hasTouch: true, viewport: { width: 390, height: 844 } });
  const touched = await phone.newPage();
  await touched.goto(address);
  await expect(touched.getByRole("button", { name: "Book Now" }).first()).toBeVisible();
  const session = await phone.newCDPSession(touched);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x?: number) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: x === undefined ? [] : [{ x, y: 180 }] });
  await expect(async () => {
    await touch("touchStart", 300);
    await touch("touchMove", 200);
    await touch("touchMove", 120);
    await touch("touchEnd");
    await expect(touched.getByRole("button", { name: /picture 2 of 3/ })).toHaveAttribute("aria-pressed", "true", {
      timeout: 500,
    });
  }).toPass();
  await phone.close();
});

test("a dialog traps the focus, and returns it to its opener", async ({ page }) => {
  await openHome(page);
  await openAuthDialog(page, "Log In");
  const dialog = page.getByRole("dialog", { name: "Welcome to Tailhour" });
  await expect(dialog.getByLabel("Email")).toBeFocused();
  for (let presses = 0; presses < 10; presses++) {
    await page.keyboard.press("Tab");
    expect(await dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true);
  }
  // On a button with a tooltip, Escape closes that first.
  await dialog.getByLabel("Email").focus();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("banner").getByRole("button", { name: "Log In" })).toBeFocused();
});

test("[S646] the booking panel is as high while its free hours load, on desktop and phone", async ({ page }) => {
  const date = new Date(Date.now() + 12 * 86_400_000).toISOString().slice(0, 10);
  // Another aircraft each time: the hours of the first are on the device by then.
  for (const [place, size] of [sizes.desktop, sizes.phone].entries()) {
    await page.setViewportSize(size);
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/availability?**", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`/?date=${date}`);
    await appStarted(page);
    await cards(page).nth(place).getByRole("link").first().click();
    const panel = page.getByRole("complementary", { name: "Booking" });
    await expect(panel.getByText("Loading free hours...")).toBeVisible();
    const height = () => panel.evaluate((box) => box.getBoundingClientRect().height);
    const before = await height();
    answer();
    await expect(panel.getByRole("radiogroup", { name: "Start" })).toBeVisible();
    expect([size.width, await height()]).toEqual([size.width, expect.closeTo(before, 0)]);
    await page.unroute("**/availability?**");
  }
});

test("[S891] the header of a phone holds the sync pill, also with larger text", async ({ page }) => {
  await verifiedPerson(page, "Petra Lund");
  await page.setViewportSize({ width: 390, height: 844 });
  await openHome(page);
  const hearts = page.getByRole("button", { name: /^Add .* to favorites$/ });
  await expect(hearts.first()).toHaveAttribute("aria-pressed", "false");
  const session = await page.context().newCDPSession(page);
  const expectRoom = async () => {
    for (const standard of [16, 24, 32]) {
      await session.send("Page.setFontSizes", { fontSizes: { standard, fixed: standard - 3 } });
      for (const width of [390, 360, 320]) {
        await page.setViewportSize({ width, height: 844 });
        const overflow = page.evaluate(() => {
          const ends = [...document.querySelectorAll("header :is(a, button, [class*=pill])")].map((control) =>
            control.checkVisibility() ? control.getBoundingClientRect().right : 0,
          );
          return Math.max(...ends, document.documentElement.scrollWidth) - innerWidth;
        });
        expect([standard, width, await overflow]).toEqual([standard, width, 0]);
      }
    }
  };
  let answer: (status: number) => void = () => undefined;
  const held = new Promise<number>((resolve) => (answer = resolve));
  await page.route("**/api/sync", async (route) => {
    const status = await held;
    await (status === 200 ? route.continue() : route.fulfill({ status, body: "" }));
  });
  await hearts.first().click();
  const pill = page.getByRole("banner").getByRole("button", { name: /Sending|waiting/ });
  await expect(pill).toContainText("Sending 1 of 1");
  await expectRoom();
  answer(503);
  await expect(pill).toContainText("1 waiting");
  await expectRoom();
});

test("[S1324] only the list of a conversation scrolls, so the field stays at its foot", async ({ page }) => {
  await signIn(page, demoLogins.pilot);
  const owner = "Marisol Vega";
  const planes = (await (await page.request.get("/api/aircraft")).json()) as { id: string; ownerId: string }[];
  const profiles = await Promise.all(
    planes.map(async ({ id, ownerId }) => {
      const { name } = (await (await page.request.get(`/api/users/${ownerId}`)).json()) as { name: string };
      return { id, name };
    }),
  );
  await page.goto(`/aircraft/${profiles.find(({ name }) => name === owner)!.id}`);
  await expect(page.getByRole("banner").getByRole("button", { name: "Log Out" })).toBeVisible();
  await page.getByRole("button", { name: "Contact Owner" }).first().click();
  const chat = page.getByRole("dialog", { name: owner });
  await expect(chat.getByRole("log")).toBeVisible();
  await expect(chat.getByRole("textbox")).toBeInViewport({ ratio: 1 });
  // What is taller than its box scrolls when the focus enters it, and nobody can scroll it back.
  const hidden = await chat.evaluate((dialog) =>
    [...dialog.querySelectorAll("*")]
      .filter((box) => box.clientHeight > 200 && getComputedStyle(box).overflowY === "hidden")
      .map((box) => box.scrollHeight - box.clientHeight),
  );
  expect(hidden.length).toBeGreaterThan(0);
  expect(Math.max(...hidden)).toBeLessThanOrEqual(1);
});
