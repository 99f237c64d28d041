// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AuditEntry } from "../../../../shared/domain/safety/audit.ts";
import { newId } from "../../../../shared/kit/ids.ts";
import { dale, openAdmin, plane, renata, switchOf } from "../../../testing/admin-screen.tsx";
import { chooseOption } from "../../../testing/choose-option.ts";
import { closeScreen, currentAddress, newServer } from "../../../testing/screen.tsx";

configure({ asyncUtilTimeout: 10_000 });

let server: ReturnType<typeof newServer>;
beforeEach(() => {
  server = newServer();
});
afterEach(closeScreen);

const AUDIT = "/api/admin/audit?limit=50";
const entry = (fields: Partial<AuditEntry>): AuditEntry => ({
  id: newId(),
  at: "2026-11-24T10:00:00.000Z",
  admin: { id: renata.id, name: renata.name },
  action: "admin.setActive",
  target: { type: "user", id: dale.id, name: dale.name },
  before: { isActive: true },
  after: { isActive: false },
  reason: null,
  ...fields,
});
const entries = [
  entry({ reason: "Sent spam" }),
  entry({ action: "admin.setPassword", before: null, after: null }),
  entry({
    action: "aircraft.update",
    target: { type: "aircraft", id: plane.id, name: plane.name },
    before: { hourlyRate: 150, features: ["GPS"] },
    after: { hourlyRate: 210, features: [] },
  }),
  entry({
    action: "admin.closeReport",
    target: { type: "report", id: newId(), name: "Rudo Cashman" },
    before: { status: "open", why: "scam", about: dale.id },
    after: { status: "closed", action: "warn", warning: "Please ask nobody for cash." },
  }),
];

async function openTrail() {
  await openAdmin(server, renata, {
    "/api/admin/audit/admins": { status: 200, body: [{ id: renata.id, name: renata.name }] },
    [AUDIT]: { status: 200, body: entries },
  });
  const tab = await screen.findByRole("tab", { name: "Audit Trail" });
  fireEvent.mouseDown(tab);
  return within(await screen.findByRole("table", { name: "Audit trail" }));
}

describe("the audit trail", () => {
  it("[S1013] shows who did what to whom, with the values before and after, and why", async () => {
    const table = await openTrail();
    expect(currentAddress()).toBe("/admin?view=audit");
    const [first, second, third, fourth] = table
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.textContent);
    expect(first).toContain("Activated or deactivatedSent spam");
    expect(first).toContain("Dale Whitcomb");
    expect(first).toContain("Active Yes → No");
    expect(first).toContain("Renata Kowal");
    expect(second).toContain("No values kept");
    expect(third).toContain("Per hour 150 → 210");
    expect(third).toContain("Features GPS → –");
    expect(fourth).toContain("Rudo Cashman");
    expect(fourth).toMatch(
      /Status Open → Closed.*Reported for Scam or payment outside of Tailhour\s*Action\s+Warn\s*Warning/,
    );
    expect(fourth).not.toContain(dale.id);
    expect(table.getByRole("link", { name: plane.name }).getAttribute("href")).toBe(`/aircraft/${plane.id}`);
  });

  it("is narrowed by admin, action, days and words, and exported with the same filters", async () => {
    await openTrail();
    const chosen: Record<string, string> = {};
    const keys = ["q", "admin", "action", "from", "before"];
    const query = () =>
      new URLSearchParams(keys.flatMap((key) => (chosen[key] ? [[key, chosen[key]]] : []))).toString();
    const narrow = async (key: string, value: string, act: () => unknown) => {
      chosen[key] = value;
      const path = `${AUDIT}&${query()}`;
      server.answers.set(path, { status: 200, body: [] });
      await act();
      await waitFor(() => expect(server.requests.map((request) => request.path)).toContain(path));
    };
    const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
    await narrow("admin", renata.id, () => chooseOption(screen.getByLabelText("Admin"), "Renata Kowal"));
    await narrow("action", "admin.setPassword", () =>
      chooseOption(screen.getByLabelText("Action"), "Reset the password"),
    );
    const midnight = (date: number) => new Date(2026, 10, date).toISOString();
    await narrow("from", midnight(1), () => type(screen.getByLabelText("From"), "2026-11-01"));
    await narrow("before", midnight(3), () => type(screen.getByLabelText("Until"), "2026-11-02"));
    await narrow("q", "dale", () => type(screen.getByRole("searchbox"), " dale "));
    expect(await screen.findByText("No entry fits that search.")).toBeTruthy();
    const file = screen.getByRole("link", { name: "Export CSV" }).getAttribute("href");
    expect(file).toBe(`/api/admin/audit.csv?${query()}`);
  });

  it("gets the reason that the admin typed with each change, until it is cleared", async () => {
    await openAdmin(server);
    await screen.findByText("dale@example.test");
    const reason = screen.getByLabelText("Reason for your changes (optional)");
    fireEvent.change(reason, { target: { value: " Asked by phone " } });
    const path = `/api/admin/users/${dale.id}/verify`;
    server.answers.set(path, { status: 200, body: { ...dale, verified: true } });
    fireEvent.click(switchOf("Verified"));
    await waitFor(() => expect(server.bodyOf(path)).toEqual({ verified: true, reason: "Asked by phone" }));
    await waitFor(() => expect(switchOf("Verified").getAttribute("aria-busy")).toBeNull());
    fireEvent.change(reason, { target: { value: "" } });
    server.answers.set(path, { status: 200, body: { ...dale, verified: false } });
    fireEvent.click(switchOf("Verified"));
    await waitFor(() => expect(server.bodyOf(path)).toEqual({ verified: false }));
  });
});
