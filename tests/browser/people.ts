// Signs users up and in, as every browser test starts.
import { dialogEntered, dialogLeft } from "./dialogs.ts";
import { expect, test, type APIRequestContext, type BrowserContext, type Page } from "@playwright/test";
import { holdWorker } from "./worker.ts";

export const demoLogins = {
  admin: { email: "admin@demo.test", password: "demo-admin" },
  owner: { email: "owner@demo.test", password: "demo-owner" },
  pilot: { email: "pilot@demo.test", password: "demo-pilot" },
};

/** An email address that no other test uses. */
export function freshAddress(): string {
  return `guest-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}@example.test`;
}

type SignedIn = { user: { id: string; name: string } };
export type Person = { id: string; name: string; email: string; password: string };

/** The origin of the server under test. */
export function site(): string {
  return new URL(test.info().project.use.baseURL ?? "").origin;
}

/** Calls the API with the session's cookie and the site's origin. @throws with the status of a failure */
export async function post<Answer = unknown>(request: APIRequestContext, path: string, data: object): Promise<Answer> {
  const answer = await request.post(path, { data, headers: { Origin: site() } });
  expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return (answer.status() === 204 ? undefined : await answer.json()) as Answer;
}

/** Signs up a new, unverified user. The page is signed in as this user from its next navigation on. */
export async function signUp(page: Page, name: string, userType: "pilot" | "owner" = "pilot"): Promise<Person> {
  const account = { email: freshAddress(), password: "short-final", name };
  const { user } = await post<SignedIn>(page.request, "/api/auth/signup", { ...account, userType });
  return { ...account, id: user.id };
}

/** The same with a verified email: the user may send messages and list aircraft. */
export async function verifiedPerson(page: Page, name: string, userType?: "pilot" | "owner"): Promise<Person> {
  const person = await signUp(page, name, userType);
  await post(page.request, "/api/auth/verify-email", { code: await newestCode(page, person.email) });
  return person;
}

/** A new browser context with a signed-in user. Its pages register no worker until `startWorker`. */
export async function otherDevice(page: Page, who: { email: string; password: string }): Promise<BrowserContext> {
  const browser = page.context().browser();
  if (!browser) throw new Error("The context belongs to no browser.");
  const context = await browser.newContext({ baseURL: site() });
  await holdWorker(context);
  await post(context.request, "/api/auth/login", who);
  return context;
}

/** Opens the auth dialog from the header (desktop) or the menu (phone). */
export async function openAuthDialog(page: Page, button: "Log In" | "Sign Up"): Promise<void> {
  const inHeader = page.getByRole("banner").getByRole("button", { name: button });
  if (!(await inHeader.isVisible())) await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: button }).first().click();
  await expect(page.getByRole("dialog", { name: "Welcome to Tailhour" })).toBeVisible();
  await dialogEntered(page);
}

export async function fillLogin(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Welcome to Tailhour" });
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("tabpanel").getByRole("button", { name: "Log In" }).click();
}

export async function logIn(page: Page, who: { email: string; password: string }): Promise<void> {
  await openAuthDialog(page, "Log In");
  await fillLogin(page, who);
  await expect(toast(page, "You've been logged in successfully!")).toBeVisible();
  await dialogLeft(page);
}

/** Logs in over the API: the next page opens signed in. */
export async function signIn(
  page: Page,
  data: { email: string; password: string },
): Promise<{ id: string; name: string }> {
  return (await post<SignedIn>(page.request, "/api/auth/login", data)).user;
}

/** A toast with this text. Includes toasts that an open dialog hides from screen readers, which read a live region instead. */
export function toast(page: Page, text: string) {
  return page.getByRole("region", { name: /Notifications/, includeHidden: true }).getByText(text, { exact: true });
}

/** The code of the newest mail that verifies an address. The name before it may have six digits, too. */
export async function newestCode(page: Page, to: string): Promise<string> {
  return /code is (\d{6})\./.exec(await newestMail(page, to, /verification code/))?.[1] ?? "";
}

/** Waits for the newest mail to an address in the demo mailbox. */
export async function newestMail(page: Page, to: string, subject: RegExp): Promise<string> {
  let found = "";
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/demo/mail?to=${encodeURIComponent(to)}`);
      const mails = (await answer.json()) as {
        subject: string;
        text: string;
      }[];
      found = mails.find((mail) => subject.test(mail.subject))?.text ?? "";
      return found;
    })
    .not.toBe("");
  return found;
}
