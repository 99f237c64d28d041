// Safety between users, to its end: a block and a report, what an admin does about it, and the trail of it.
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { auditedActions } from "../../shared/domain/safety/audit-rules.ts";
import { reasonLabels } from "../../shared/domain/safety/report-rules.ts";
import { choose } from "./choose.ts";
import { dialogLeft } from "./dialogs.ts";
import { demoLogins, newestMail, otherDevice, post, toast, verifiedPerson, type Person } from "./people.ts";
import { openChat } from "./ways.ts";

test.use({ serviceWorkers: "block" });

test("[S1244] a user blocks and reports another; an admin warns, and finds that in the audit trail and its file", async ({
  page,
  browser,
}) => {
  // Three users.
  test.slow();
  const other = await browser.newContext({ baseURL: new URL(test.info().project.use.baseURL ?? "").origin });
  const theirPage = await other.newPage();
  const rude = await verifiedPerson(theirPage, "Rudo Cashman", "owner");
  const person: Person = await verifiedPerson(page, "Sally Safe");
  const say = (content: string) =>
    post(other.request, "/api/messages", { receiverId: person.id, content, aircraftId: null });
  await say("Nice to meet you");
  await say("Pay me in cash before the flight");

  await openChat(page, /Rudo Cashman/);
  const log = page.getByRole("log");
  // A keyboard reaches the report by the menu of the person.
  await page.getByRole("button", { name: "More about Rudo Cashman" }).press("Enter");
  await page.getByRole("menuitem", { name: /^Report / }).press("Enter");
  const report = page.getByRole("dialog", { name: "Report Rudo Cashman" });
  await choose(report.getByLabel("Reason"), reasonLabels.scam);
  await report.getByRole("checkbox", { name: /in cash/ }).check();
  await report.getByRole("button", { name: "Report", exact: true }).click();
  await expect(report).toBeHidden();
  await dialogLeft(page);

  await page.getByRole("button", { name: "More about Rudo Cashman" }).click();
  await page.getByRole("menuitem", { name: /^Block / }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Block" }).click();
  await expect(page.getByText(/^You blocked /)).toBeVisible();
  await expect(log).toContainText("in cash");
  await expect
    .poll(async () =>
      (
        await other.request.post("/api/messages", {
          data: { receiverId: person.id, content: "Hello?", aircraftId: null },
          headers: { Origin: new URL(page.url()).origin },
        })
      ).status(),
    )
    .toBe(403);

  const admin = await otherDevice(page, demoLogins.admin);
  const desk = await admin.newPage();
  await desk.goto("/admin?view=reports");
  const card = desk.getByRole("article", { name: /Rudo Cashman/ });
  await expect(card.getByRole("list", { name: "Reported messages" })).toHaveText(/in cash/);
  await expect(card.getByRole("list", { name: "Reported messages" })).not.toContainText("Nice to meet you");
  await card.getByRole("button", { name: "Warn" }).click();
  const warn = desk.getByRole("dialog", { name: /^Warn: / });
  // The template of this reason, which the admin completes.
  const words = warn.getByLabel("Warning");
  await expect(words).not.toHaveValue("");
  const template = await words.inputValue();
  await words.fill(`${template} Case 7.`);
  await warn.getByLabel("Reason (optional)").fill("Read the messages");
  await warn.getByRole("button", { name: "Warn" }).click();
  await expect(toast(desk, "Report closed")).toBeVisible();
  await expect(card).toHaveCount(0);
  expect(await newestMail(page, rude.email, /^A warning about/)).toContain("Case 7.");

  await dialogLeft(desk);
  await desk.getByRole("tab", { name: "Audit Trail" }).click();
  await choose(desk.getByLabel("Action"), auditedActions["admin.closeReport"]);
  const lines = desk.getByRole("table", { name: "Audit trail" }).getByRole("rowheader");
  await expect(lines).toHaveText([/Closed a report.*Read the messages/]);
  const line = desk.getByRole("row").filter({ hasText: "Case 7." });
  await expect(line).toContainText("Rudo Cashman");
  // The long warning wraps, so that the page stays as wide as its window.
  const widthOf = () => desk.evaluate(() => document.querySelector("main")!.scrollWidth - innerWidth);
  expect(await widthOf()).toBeLessThanOrEqual(0);
  expect((await line.boundingBox())!.width).toBeLessThanOrEqual(desk.viewportSize()!.width);
  const [download] = await Promise.all([
    desk.waitForEvent("download"),
    desk.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  const file = readFileSync(await download.path(), "utf8")
    .trim()
    .split(/\r?\n/);
  expect(file).toHaveLength(2);
  expect(file[1]).toContain("Read the messages");
  await admin.close();
  await other.close();
});
