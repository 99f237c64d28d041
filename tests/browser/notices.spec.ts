// Notifications, and the card that offers them.
import { expect, test, type BrowserContext, type Page } from "@playwright/test";
import { seriousFindings } from "./axe.ts";
import { demoLogins, logIn, otherDevice, post, toast, verifiedPerson, type Person } from "./people.ts";
import { notices, openWithWorker, pushService, turnOnByHand, withPushService } from "./push-stand-in.ts";

// Each test uses several users and devices.
test.describe.configure({ timeout: 60_000 });

/** Returns the message's id. */
async function writeTo(from: BrowserContext, receiverId: string, content: string): Promise<string> {
  return (await post<{ id: string }>(from.request, "/api/messages", { receiverId, content })).id;
}

test("a push is shown once per conversation, opens it, and disappears once read elsewhere @full-chromium", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["notifications", "background-sync"]);
  const me = await verifiedPerson(page, "Nadia Brandt");
  const owner = await otherDevice(page, demoLogins.owner);
  const { id: ownerId, name } = (await (await owner.request.get("/api/auth/me")).json()) as {
    id: string;
    name: string;
  };
  const latest = await writeTo(owner, me.id, "Keys are in the box.");
  await openWithWorker(page);
  await expect(page).toHaveTitle("(1) Find Your Perfect Aircraft - Tailhour");
  const person = await turnOnByHand(page, me.id);
  const deliver = await pushService(page);
  const payload = {
    kind: "messages",
    person,
    tag: `conversation:${ownerId}`,
    path: `/messages?with=${ownerId}`,
    unread: 1,
    latest,
    name,
    text: "Keys are in the box.",
  };
  await deliver(payload);
  await expect.poll(() => notices(page)).toEqual([{ title: name, body: payload.text, tag: payload.tag }]);
  await deliver({ ...payload, text: "Code 4417." });
  await expect.poll(() => notices(page)).toEqual([{ title: name, body: "Code 4417.", tag: payload.tag }]);

  await test.step("for another person it shows a neutral line", async () => {
    await deliver({ ...payload, person: "somebody-else", tag: "conversation:x", text: "Private" });
    await expect
      .poll(async () => (await notices(page)).map(({ tag }) => tag).sort())
      .toEqual([payload.tag, "neutral"].sort());
    expect(JSON.stringify(await notices(page))).not.toContain("Private");
  });

  await test.step("a tap leads the open window to the conversation", async () => {
    const worker = context.serviceWorkers()[0];
    if (!worker) throw new Error("There is no worker.");
    await worker.evaluate(async (tag) => {
      const scope = globalThis as unknown as {
        registration: ServiceWorkerRegistration;
        dispatchEvent(event: Event): boolean;
        NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
      };
      const [notification] = await scope.registration.getNotifications({ tag });
      if (!notification) throw new Error("The notification is not there.");
      scope.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification }));
    }, payload.tag);
    const chat = page.getByRole("dialog", { name });
    await expect(chat.getByText("Keys are in the box.")).toBeVisible();
    await expect(page).toHaveURL(/\/messages$/);
    await chat.getByRole("button", { name: "Close" }).click();
  });

  await test.step("opening it read what it told of: the notice goes, and a push faster than its message stays", async () => {
    await expect(page).toHaveTitle("Messages - Tailhour");
    await expect.poll(async () => (await notices(page)).map(({ tag }) => tag)).toEqual(["neutral"]);
    await deliver({ ...payload, text: "One more.", latest: crypto.randomUUID() });
    await expect.poll(async () => (await notices(page)).map(({ tag }) => tag)).toContain(payload.tag);
  });

  await test.step("what is read on another device goes from here, and so does its count", async () => {
    const newest = await writeTo(owner, me.id, "One more.");
    await expect(page).toHaveTitle("(1) Messages - Tailhour");
    await deliver({ ...payload, text: "One more indeed.", latest: newest });
    await expect.poll(async () => (await notices(page)).map(({ body }) => body)).toContain("One more indeed.");
    const other = await otherDevice(page, me);
    await post(other.request, `/api/messages/${me.id}/${ownerId}/read`, {});
    await expect(page).toHaveTitle("Messages - Tailhour");
    await expect.poll(async () => (await notices(page)).map(({ tag }) => tag)).not.toContain(payload.tag);
    await other.close();
  });

  await test.step("after logging out nothing private is shown any more", async () => {
    await page.getByRole("banner").getByRole("button", { name: "Log Out" }).click();
    await expect(page.getByRole("banner").getByRole("button", { name: "Log In" })).toBeVisible();
    await expect.poll(() => notices(page)).toEqual([]);
    await deliver({ ...payload, text: "Too late" });
    await expect.poll(async () => (await notices(page)).map(({ tag }) => tag)).toEqual(["neutral"]);
    expect(JSON.stringify(await notices(page))).not.toContain("Too late");
  });
  await owner.close();
});

test.describe("[R13] a session ended from another device", () => {
  const text = "Keys are in the box.";

  /** A verified user with push on and one visible notification, and a function that pushes another. */
  async function toldPerson(page: Page) {
    await page.context().grantPermissions(["notifications", "background-sync"]);
    const me = await verifiedPerson(page, "Nadia Brandt");
    await openWithWorker(page);
    await expect(page.getByRole("banner").getByRole("button", { name: "Log Out" })).toBeVisible();
    const person = await turnOnByHand(page, me.id);
    const deliver = await pushService(page);
    const payload = { kind: "messages", person, path: "/messages", unread: 1, name: "Marisol Vega" };
    const push = (tag: string, words: string) => deliver({ ...payload, tag: `conversation:${tag}`, text: words });
    await push("x", text);
    await expect.poll(async () => (await notices(page)).map(({ body }) => body)).toEqual([text]);
    return { me, push };
  }

  async function changePassword(page: Page, me: Person): Promise<Person> {
    const other = await otherDevice(page, me);
    const newPassword = "long-final";
    await post(other.request, "/api/auth/change-password", { oldPassword: me.password, newPassword });
    await other.close();
    return { ...me, password: newPassword };
  }

  const tags = async (page: Page) => (await notices(page)).map(({ tag }) => tag);

  test("with an open page: notifications disappear, late pushes show no text, and the user can log in again @full-chromium", async ({
    page,
  }) => {
    const { me, push } = await toldPerson(page);
    const changed = await changePassword(page, me);
    await expect(toast(page, "Please log in again")).toBeVisible();
    await expect.poll(() => tags(page)).toEqual([]);
    await push("y", "Too late");
    await expect.poll(() => tags(page)).toEqual(["neutral"]);
    await logIn(page, changed);
    await page.getByRole("banner").getByRole("link", { name: "Messages" }).click();
    await expect(page.getByText("No messages yet", { exact: false })).toBeVisible();
    expect(JSON.stringify(await notices(page))).not.toContain("Too late");
  });

  test("without a page: the worker learns of it with the next push and shows a neutral text @full-chromium", async ({
    page,
  }) => {
    const { me, push } = await toldPerson(page);
    // A page of the same origin without the app.
    await page.goto("/healthz");
    await changePassword(page, me);
    await push("y", "Too late");
    await expect.poll(() => tags(page)).toEqual(["neutral"]);
    await push("z", "Later still");
    await expect.poll(() => tags(page)).toEqual(["neutral"]);
    expect(JSON.stringify(await notices(page))).not.toMatch(/late|Later|Keys/);
  });
});

test("the browser asks for permission only after a tap on the card that the first message shows", async ({ page }) => {
  await withPushService(page);
  await verifiedPerson(page, "Nadia Brandt");
  const owner = await otherDevice(page, demoLogins.owner);
  const { id: ownerId } = (await (await owner.request.get("/api/auth/me")).json()) as { id: string };
  await owner.close();
  await openWithWorker(page, "/");
  await expect(page.getByText("Know when the owner replies")).toHaveCount(0);
  const plane = ((await (await page.request.get(`/api/aircraft?ownerId=${ownerId}`)).json()) as { id: string }[])[0];
  await page.goto(`/aircraft/${plane?.id}`);
  await expect(page.getByRole("banner").getByRole("button", { name: "Log Out" })).toBeVisible();
  await page.getByRole("button", { name: "Contact Owner" }).first().click();
  const chat = page.getByRole("dialog");
  await chat.getByRole("textbox").fill("Is she free on Monday?");
  await chat.getByRole("button", { name: "Send message" }).click();
  const card = chat.getByRole("region", { name: "Know when the owner replies" });
  await expect(card).toBeVisible();
  expect(await page.evaluate(() => Notification.permission)).toBe("default");
  expect(await seriousFindings(page)).toEqual([]);
  await card.getByRole("button", { name: "Turn on" }).click();
  await expect(toast(page, "Alerts are on")).toBeVisible();
  await expect(card).toHaveCount(0);

  const muted = page.waitForRequest((request) => request.method() !== "GET" && /mute/.test(request.url()));
  await chat.getByRole("button", { name: /^Mute / }).click();
  await expect(chat.getByRole("button", { name: /^Mute / })).toHaveAttribute("aria-pressed", "true");
  // Leaves the page before the answer: the browser ends the request anyway.
  await muted;
  await page.goto("about:blank");
  await expect
    .poll(async () => ((await (await page.request.get("/api/settings")).json()) as { mutes: object[] }).mutes)
    .toHaveLength(1);
  await page.goto("/settings");
  await expect(
    page.getByRole("region", { name: "Muted conversations" }).getByRole("button", { name: /^Unmute/ }),
  ).toBeVisible();
});

test("a dismissed card does not return", async ({ page }) => {
  await withPushService(page);
  await verifiedPerson(page, "Nadia Brandt");
  const owner = await otherDevice(page, demoLogins.owner);
  const { id } = (await (await owner.request.get("/api/auth/me")).json()) as { id: string };
  await owner.close();
  const plane = ((await (await page.request.get(`/api/aircraft?ownerId=${id}`)).json()) as { id: string }[])[0];
  await page.goto(`/aircraft/${plane?.id}`);
  await expect(page.getByRole("banner").getByRole("button", { name: "Log Out" })).toBeVisible();
  await page.getByRole("button", { name: "Contact Owner" }).first().click();
  const chat = page.getByRole("dialog");
  const send = async (text: string) => {
    await chat.getByRole("textbox").fill(text);
    await chat.getByRole("button", { name: "Send message" }).click();
    await expect(chat.getByText(text, { exact: false })).toBeVisible();
  };
  await send("First");
  await chat.getByRole("button", { name: "No thanks" }).click();
  await send("Second");
  await expect(chat.getByText("Know when the owner replies")).toHaveCount(0);
});
