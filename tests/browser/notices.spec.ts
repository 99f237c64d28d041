// What reaches people outside of an open page: notifications, the settings that rule them, the counts that stand beside.
import { expect, test, type BrowserContext, type CDPSession, type Page } from "@playwright/test";
import { seriousFindings } from "./axe.ts";
import { demoLogins, freshAddress, toast } from "./people.ts";

// Several people and devices take part in each.
test.describe.configure({ timeout: 60_000 });

type Person = { id: string; email: string; password: string };

/** A verified person of their own, signed in nowhere: an admin made them so. */
async function freshPerson(page: Page, name: string): Promise<Person> {
  const who = { email: freshAddress(), password: "short-final" };
  const headers = { Origin: new URL(test.info().project.use.baseURL ?? "").origin };
  const answer = await page.request.post("/api/auth/signup", { data: { ...who, name, userType: "pilot" }, headers });
  expect(answer.status()).toBe(201);
  const { user } = (await answer.json()) as { user: { id: string } };
  const code = await verificationCode(page, who.email);
  expect((await page.request.post("/api/auth/verify-email", { data: { code }, headers })).status()).toBe(200);
  return { ...who, id: user.id };
}

async function verificationCode(page: Page, to: string): Promise<string> {
  let code = "";
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/demo/mail?to=${encodeURIComponent(to)}`);
      const [mail] = (await answer.json()) as { text: string }[];
      code = /\d{6}/.exec(mail?.text ?? "")?.[0] ?? "";
      return code;
    })
    .toMatch(/^\d{6}$/);
  return code;
}

/** A second browser in which somebody is signed in. */
async function elsewhere(page: Page, who: { email: string; password: string }): Promise<BrowserContext> {
  const browser = page.context().browser();
  if (!browser) throw new Error("The context belongs to no browser.");
  const context = await browser.newContext({ baseURL: test.info().project.use.baseURL ?? "" });
  expect((await context.request.post("/api/auth/login", { data: who })).status()).toBe(200);
  return context;
}

async function openWithWorker(page: Page, path = "/"): Promise<void> {
  await page.goto(path);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

/** Says on the device that push is on for whoever is signed in, as turning it on would. */
async function turnOnByHand(page: Page, userId: string): Promise<string> {
  const answer = await page.request.get("/api/push/subscriptions");
  const { person, publicKey } = (await answer.json()) as { person: string; publicKey: string };
  expect(publicKey).toMatch(/^[\w-]{87}$/);
  await page.evaluate(
    async (note) => {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open("device", 1);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error("not opened"));
      });
      await new Promise((resolve) => {
        const transaction = db.transaction("notes", "readwrite");
        transaction.objectStore("notes").put(note, "push");
        transaction.oncomplete = resolve;
      });
      db.close();
    },
    { userId, person, publicKey },
  );
  return person;
}

/** The push service, played by DevTools. */
async function pushService(page: Page): Promise<(payload: object) => Promise<void>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  const found = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
      if (own) resolve(own.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await found;
  return async (payload) => {
    await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data: JSON.stringify(payload) });
  };
}

function notices(page: Page): Promise<{ title: string; body: string; tag: string }[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, tag }) => ({ title, body, tag }));
  });
}

/** Answers the message's id. */
async function writeTo(from: BrowserContext, receiverId: string, content: string): Promise<string> {
  const answer = await from.request.post("/api/messages", {
    data: { receiverId, content },
    headers: { Origin: test.info().project.use.baseURL ?? "" },
  });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

test("a push is shown once a conversation, leads there, and goes when it was read elsewhere @full-chromium", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["notifications", "background-sync"]);
  const me = await freshPerson(page, "Nadia Brandt");
  const owner = await elsewhere(page, demoLogins.owner);
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
    const other = await elsewhere(page, me);
    const headers = { Origin: test.info().project.use.baseURL ?? "" };
    const read = await other.request.post(`/api/messages/${me.id}/${ownerId}/read`, { data: {}, headers });
    expect(read.status()).toBe(204);
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

/** A browser whose push service answers at once, with an address the server takes. */
async function withPushService(page: Page, end = "ok"): Promise<void> {
  await page.addInitScript((how) => {
    let held: object | null = null;
    const bytes = (length: number) => btoa(String.fromCharCode(...new Uint8Array(length).fill(4))).replaceAll("=", "");
    const made = (key: string) => ({
      endpoint: `https://updates.push.services.mozilla.com/wpush/v2/${crypto.randomUUID()}`,
      options: {},
      toJSON() {
        return { endpoint: this.endpoint, keys: { p256dh: key, auth: bytes(16) } };
      },
      unsubscribe: () => {
        held = null;
        return Promise.resolve(true);
      },
    });
    const { prototype } = PushManager as unknown as { prototype: Record<string, unknown> };
    prototype["getSubscription"] = () => Promise.resolve(held);
    prototype["subscribe"] = ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (how === "away") return Promise.reject(new DOMException("no service", "AbortError"));
      held = made(applicationServerKey);
      return Promise.resolve(held);
    };
    // A fixed answer to the browser's question, and a note of when it was asked.
    Object.defineProperty(Notification, "permission", {
      get: () => (window as { answer?: string }).answer ?? "default",
    });
    Notification.requestPermission = () => {
      Object.assign(window, { answer: how === "denied" ? "denied" : "granted" });
      return Promise.resolve(how === "denied" ? "denied" : "granted");
    };
  }, end);
}

const panel = (page: Page) => page.getByRole("region", { name: "Alerts on this device" });

test("the browser is asked only after a tap on the card that the first message brings", async ({ page }) => {
  await withPushService(page);
  await freshPerson(page, "Nadia Brandt");
  const owner = await elsewhere(page, demoLogins.owner);
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

  await chat.getByRole("button", { name: /^Mute / }).click();
  await expect(chat.getByRole("button", { name: /^Mute / })).toHaveAttribute("aria-pressed", "true");
  // Left at once: what was pressed goes out all the same.
  await page.goto("about:blank");
  await expect
    .poll(async () => ((await (await page.request.get("/api/settings")).json()) as { mutes: object[] }).mutes)
    .toHaveLength(1);
  await page.goto("/settings");
  await expect(
    page.getByRole("region", { name: "Muted conversations" }).getByRole("button", { name: /^Unmute/ }),
  ).toBeVisible();
});

test("a no stays a no: the card does not come back", async ({ page }) => {
  await withPushService(page);
  await freshPerson(page, "Nadia Brandt");
  const owner = await elsewhere(page, demoLogins.owner);
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

test.describe("the state of alerts on this device, in plain words", () => {
  test("on: a test can be sent, it can be turned off here, and what was lost is repaired", async ({ page }) => {
    await withPushService(page);
    await freshPerson(page, "Nadia Brandt");
    await openWithWorker(page, "/settings");
    await expect(panel(page)).toContainText("Alerts are off on this computer");
    await panel(page).getByRole("button", { name: "Turn on" }).click();
    await expect(panel(page)).toContainText("Alerts work on this computer");
    await expect(panel(page).getByRole("button", { name: "Send a test" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Devices" })).toContainText("No alert yet");
    // The page's stand-in forgets with the page, as a browser may forget by itself.
    await page.addInitScript(() => Object.assign(window, { answer: "granted" }));
    await page.reload();
    await expect(panel(page)).toContainText("Alerts work on this computer");
    await expect(panel(page)).toContainText("It had been lost and was repaired today");
    await panel(page).getByRole("button", { name: "Turn off here" }).click();
    await expect(panel(page)).toContainText("Alerts are off on this computer");
    const state = (await (await page.request.get("/api/push/subscriptions")).json()) as { subscription: unknown };
    expect(state.subscription).toBeNull();
  });

  test("blocked", async ({ page }) => {
    await withPushService(page, "denied");
    await freshPerson(page, "Nadia Brandt");
    await openWithWorker(page, "/settings");
    await panel(page).getByRole("button", { name: "Turn on" }).click();
    await expect(panel(page)).toContainText("Alerts are blocked on this computer");
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("a browser that cannot reach its push service says so, and stays off", async ({ page }) => {
    await withPushService(page, "away");
    await freshPerson(page, "Nadia Brandt");
    await openWithWorker(page, "/settings");
    await panel(page).getByRole("button", { name: "Turn on" }).click();
    await expect(toast(page, "Alerts stay off")).toBeVisible();
    await expect(panel(page)).toContainText("Alerts are off on this computer");
  });

  test("a browser without push, and an iPhone whose home screen does not have Tailhour yet", async ({
    page,
    browser,
  }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, "PushManager");
    });
    const me = await freshPerson(page, "Nadia Brandt");
    await page.goto("/settings");
    await expect(panel(page)).toContainText("Alerts are not possible here");
    const userAgent =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1";
    const phone = await browser.newContext({ userAgent, baseURL: test.info().project.use.baseURL ?? "" });
    expect((await phone.request.post("/api/auth/login", { data: me })).status()).toBe(200);
    const other = await phone.newPage();
    await other.goto("/settings");
    await expect(panel(other)).toContainText("Alerts need Tailhour on your home screen");
    await expect(panel(other)).toContainText("Add to Home Screen");
    await phone.close();
  });
});

test("kinds, quiet hours, privacy and devices are kept, for every device", async ({ page }) => {
  const me = await freshPerson(page, "Nadia Brandt");
  const other = await elsewhere(page, me);
  await page.goto("/settings");
  const kinds = page.getByRole("region", { name: "What you hear about" });
  await expect(kinds.getByRole("switch")).toHaveCount(8);
  await kinds.getByRole("switch", { name: "Messages, Email" }).uncheck();
  await page.getByRole("switch", { name: /^Quiet hours/ }).check();
  await page.getByLabel("Until", { exact: true }).selectOption("06:30");
  await expect(page.getByText("Push waits until 06:30. Email does not.")).toBeVisible();
  await page.getByRole("switch", { name: /^Hide text on lock screen/ }).check();
  await expect
    .poll(async () => (await other.request.get("/api/settings")).json())
    .toMatchObject({
      notices: { messages: { push: true, email: false } },
      quietHours: { on: true, from: "22:00", until: "06:30", timeZone: "America/Denver" },
      hideText: true,
    });
  expect(await seriousFindings(page)).toEqual([]);

  const devices = page.getByRole("region", { name: "Devices" });
  await expect(devices.getByRole("listitem")).toHaveCount(2);
  await devices.getByRole("button", { name: /^Remove/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove Device" }).click();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  expect((await other.request.get("/api/auth/me")).status()).toBe(401);
  await other.close();
});

test("a guest is asked to log in, and the link of a mail works without", async ({ page }) => {
  await page.goto("/settings");
  await expect(page.getByRole("dialog", { name: "Welcome to Tailhour" })).toBeVisible();
  await page.goto("/unsubscribe?token=nobody.nothing");
  await page.getByRole("button", { name: "Stop E-mails" }).click();
  await expect(page.getByRole("heading", { name: "This link does not fit" })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
});
