// A user's own data: another address, all data as a file, other devices signed out, and the end of the account.
import { execFileSync } from "node:child_process";
import { expect, test } from "@playwright/test";
import { eraseDueAccounts } from "../../sync-server/domain/accounts/own/erase.ts";
import { dialogLeft } from "./dialogs.ts";
import { inMarketDatabase } from "./market-database.ts";
import {
  demoLogins,
  fillLogin,
  freshAddress,
  newestMail,
  openAuthDialog,
  otherDevice,
  post,
  toast,
  verifiedPerson,
} from "./people.ts";

test.use({ serviceWorkers: "block" });

/** Lets the seven days of a deleted account pass, and takes the step that is due. */
const afterSevenDays = (userId: string) =>
  inMarketDatabase(async (db) => {
    await db("account_deletions")
      .where({ userId })
      .update({ eraseAt: db.raw("now() - interval '1 minute'") });
    await eraseDueAccounts(db);
  });

test("[S1243] a user moves to another address, downloads all data, signs out other devices and deletes the account", async ({
  page,
}) => {
  // Three mails and two devices.
  test.slow();
  const person = await verifiedPerson(page, "Odette Ferry");
  const theirs = await otherDevice(page, demoLogins.owner);
  const { user: owner } = await post<{ user: { id: string } }>(theirs.request, "/api/auth/login", demoLogins.owner);
  const hello = { receiverId: owner.id, content: "Is the Husky free?", aircraftId: null };
  await post(page.request, "/api/messages", hello);
  const nameForOthers = async () => {
    const answer = await theirs.request.get(`/api/messages/conversations/${owner.id}`);
    const all = (await answer.json()) as { user: { id: string; name: string } }[];
    return all.find(({ user }) => user.id === person.id)?.user.name;
  };

  await page.goto("/account");
  const card = page.getByRole("region", { name: "E-mail address" });
  const address = freshAddress();
  await card.getByLabel("New email").fill(address);
  await card.getByLabel("Current password").fill(person.password);
  await card.getByRole("button", { name: "Change Email" }).click();
  await expect(card.getByText(`${address}: waits for the link in its mail`)).toBeVisible();
  for (const [to, subject] of [
    [address, /^Confirm your new/],
    [person.email, /^Confirm the change/],
  ] as const) {
    const link = /\/confirm-email\?token=\S+/.exec(await newestMail(page, to, subject))?.[0] ?? "";
    await page.goto(link);
    await page.getByRole("button", { name: "Confirm" }).click();
    const result = to === address ? "Confirmed" : "Address changed";
    await expect(page.getByRole("heading", { name: result })).toBeVisible();
  }

  const elsewhere = await otherDevice(page, { email: address, password: person.password });
  await page.goto("/account");
  await expect(card.getByText(address, { exact: true })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download My Data" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("tailhour-export.zip");
  const unzip = (...args: string[]) => execFileSync("unzip", args, { encoding: "utf8" });
  const zip = await download.path();
  expect(unzip("-t", zip)).toContain("No errors detected");
  expect(unzip("-p", zip, "*.json")).toMatch(new RegExp(`${address}[^]*Is the Husky free\\?`));

  await page.goto("/settings");
  await page.getByRole("button", { name: "Sign out all other devices" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign Out Others" }).click();
  await expect.poll(async () => (await elsewhere.request.get("/api/auth/me")).status()).toBe(401);
  await dialogLeft(page);
  await elsewhere.close();

  const deleteAccount = async () => {
    await page.goto("/account");
    await page.getByRole("button", { name: "Delete Account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete your account?" });
    await dialog.getByLabel("Password", { exact: true }).fill(person.password);
    await dialog.getByRole("button", { name: "Delete Account" }).click();
    await expect(toast(page, "Account deleted")).toBeVisible();
    await dialogLeft(page);
    expect(await nameForOthers()).toBe("Former member");
  };
  await deleteAccount();
  await openAuthDialog(page, "Log In");
  await fillLogin(page, { email: address, password: person.password });
  await page.getByRole("button", { name: "Keep My Account" }).click();
  await expect(toast(page, "You've been logged in successfully!")).toBeVisible();
  await dialogLeft(page);
  expect(await nameForOthers()).toBe("Odette Ferry");

  await deleteAccount();
  await afterSevenDays(person.id);
  expect(await nameForOthers()).toBe("Former member");
  await openAuthDialog(page, "Log In");
  await fillLogin(page, { email: address, password: person.password });
  await expect(toast(page, "Login failed. Please check your credentials.")).toBeVisible();
  await theirs.close();
});
