// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AdminReport } from "../../../../shared/domain/safety/reports.ts";
import { newId } from "../../../../shared/kit/ids.ts";
import { dale, openAdmin, refusal, renata } from "../../../testing/admin-screen.tsx";
import { closeScreen, newServer, shownToast } from "../../../testing/screen.tsx";

configure({ asyncUtilTimeout: 10_000 });

let server: ReturnType<typeof newServer>;
beforeEach(() => {
  server = newServer();
});
afterEach(closeScreen);

const REPORTS = "/api/admin/reports?limit=50&status=open";
const facts = { userType: "pilot" as const, memberSince: "2023", verified: true, isActive: true, isAdmin: false };
const pilot = { id: newId(), name: "Pat Pilot", ...facts, sent: 2, received: 0 };
const about = { id: dale.id, name: dale.name, ...facts, userType: "owner" as const, sent: 0, received: 3 };
const report: AdminReport = {
  ...{
    id: newId(),
    targetType: "user",
    targetId: dale.id,
    targetName: dale.name,
    why: "scam",
    words: "Asked for cash",
  },
  ...{ status: "open", outcome: null, createdAt: "2026-11-24T10:00:00.000Z", closedAt: null, action: null },
  ...{ closedBy: null, reporter: pilot, about },
  evidence: {
    messages: [{ id: newId(), senderId: dale.id, content: "Pay me outside", createdAt: "2026-11-23T10:00:00.000Z" }],
  },
};

async function openReports(rows: AdminReport[] = [report]) {
  await openAdmin(server, renata, { [REPORTS]: { status: 200, body: rows } });
  fireEvent.mouseDown(await screen.findByRole("tab", { name: "Reports (3)" }));
  return within(await screen.findByRole("article"));
}
const PATH = `/api/admin/reports/${report.id}`;

describe("the queue of reports", () => {
  it("[S1019] shows the reported messages and both people's facts, and warns with an edited template", async () => {
    const card = await openReports();
    expect(card.getByRole("heading").textContent).toBe("Scam or payment outside of Tailhour: Dale Whitcomb");
    expect(card.getByRole("list", { name: "Reported messages" }).textContent).toContain("Pay me outside");
    expect(card.getByText("Pat Pilot").closest("dd")?.textContent).toContain("2 reports sent, 0 received");
    expect(card.queryByRole("button", { name: "Hide Listing" })).toBeNull();
    fireEvent.click(card.getByRole("button", { name: "Warn" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Warn: Dale Whitcomb" }));
    const field = dialog.getByLabelText<HTMLTextAreaElement>("Warning");
    expect(field.value).toContain("ask nobody for deposits");
    fireEvent.change(field, { target: { value: "" } });
    expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Warn" }).disabled).toBe(true);
    fireEvent.change(field, { target: { value: "Stop it." } });
    fireEvent.change(dialog.getByLabelText("Reason (optional)"), { target: { value: "Second report" } });
    server.answers.set(PATH, { status: 200, body: { id: report.id, status: "closed", outcome: "acted" } });
    server.answers.set(REPORTS, { status: 200, body: [] });
    fireEvent.click(dialog.getByRole("button", { name: "Warn" }));
    expect(await screen.findByText("No report waits.")).toBeTruthy();
    expect(server.bodyOf(PATH)).toEqual({ action: "warn", warning: "Stop it.", reason: "Second report" });
    expect(shownToast()).toMatchObject({ title: "Report closed", kind: "ok" });
  });

  it("says when another admin was faster, and loads the list again", async () => {
    const card = await openReports();
    fireEvent.click(card.getByRole("button", { name: "Dismiss" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Dismiss: Dale Whitcomb" }));
    server.answers.set(PATH, refusal("Another admin has closed this report.", "report-closed"));
    server.answers.set(REPORTS, { status: 200, body: [] });
    fireEvent.click(dialog.getByRole("button", { name: "Dismiss" }));
    expect(await screen.findByText("No report waits.")).toBeTruthy();
    await waitFor(() => expect(shownToast().description).toBe("Another admin has closed this report."));
  });
});
