// The second factor as a user meets it, with a test in place of the authenticator app.
import { expect, type Page } from "@playwright/test";
import { codeOfStep, stepAt } from "../../sync-server/domain/accounts/factors/totp.ts";
import { post } from "./people.ts";

/** The code that an app with this key shows now, or some steps of 30 seconds later. */
export const appCode = (key: string, later = 0) => codeOfStep(key, stepAt(Date.now()) + later);

/** Begins on the page Account; returns the key that is shown beside the QR code. */
export async function startSecondFactor(page: Page, password: string): Promise<string> {
  await page.getByRole("region", { name: "Second factor" }).getByRole("button", { name: "Turn On" }).click();
  const dialog = page.getByRole("dialog", { name: "Turn on the second factor" });
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  return (await dialog.getByText("Or type this key").locator("code").innerText()).replaceAll(" ", "");
}

/** Turns it on over the API for the signed-in user; returns the key. */
export async function withSecondFactor(page: Page, password: string): Promise<string> {
  const { secret } = (await post(page.request, "/api/account/second-factor", { password })) as { secret: string };
  await post(page.request, "/api/account/second-factor/confirm", { code: appCode(secret) });
  return secret;
}
