// How a person gets in, as every journey starts.
import { expect, test, type Page } from "@playwright/test";

export const demoLogins = {
  admin: { email: "admin@demo.test", password: "demo-admin" },
  owner: { email: "owner@demo.test", password: "demo-owner" },
  pilot: { email: "pilot@demo.test", password: "demo-pilot" },
};

/** An address no other test uses. */
export function freshAddress(): string {
  return `guest-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}@example.test`;
}

/** Opens the auth dialog from the header (desktop) or the menu (phone). */
export async function openAuthDialog(page: Page, button: "Log In" | "Sign Up"): Promise<void> {
  const inHeader = page.getByRole("banner").getByRole("button", { name: button });
  if (!(await inHeader.isVisible())) await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: button }).first().click();
  await expect(page.getByRole("dialog", { name: "Welcome to Tailhour" })).toBeVisible();
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
}

/** The short way in, for journeys that begin later: the next page opens signed in. */
export async function signIn(
  page: Page,
  data: { email: string; password: string },
): Promise<{ id: string; name: string }> {
  const headers = { Origin: new URL(test.info().project.use.baseURL ?? "").origin };
  const answer = await page.request.post("/api/auth/login", { data, headers });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { user: { id: string; name: string } }).user;
}

/** A toast that says this; also one that an open dialog keeps from screen readers, who hear its live-region twin. */
export function toast(page: Page, text: string) {
  return page.getByRole("region", { name: /Notifications/, includeHidden: true }).getByText(text, { exact: true });
}

/** The newest mail to an address, as the demo mailbox has it. Waits for it. */
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
