// @vitest-environment happy-dom
import { configure, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SiteText } from "../../../shared/domain/site.ts";
import type { VerifiedMark } from "../../client/shell/dialogs.ts";
import { anOwner, closeScreen, homeOf, newServer, openScreen } from "../../testing/screen.tsx";
import { VerifiedDialog } from "./verified-dialog.tsx";

let server: ReturnType<typeof newServer>;
const onClose = vi.fn();
configure({ asyncUtilTimeout: 10_000 });
beforeEach(() => {
  server = newServer();
});
afterEach(closeScreen);

const text: SiteText = {
  title: "What Verified Means",
  isTemplate: false,
  blocks: [
    { kind: "paragraph", runs: [{ text: "A lead." }] },
    { kind: "heading", text: "Checked" },
    { kind: "list", items: [[{ text: "The registry lists it." }]] },
    { kind: "heading", text: "Not checked" },
    { kind: "list", items: [[{ text: "Airworthiness." }]] },
  ],
};
const about = {
  isDemo: false,
  operator: { name: "Example LLC", address: null, email: null, phone: null },
  version: "1",
};

async function open(mark: Partial<VerifiedMark>, hasText = true) {
  if (hasText) server.answers.set("/api/site/texts/verified", { status: 200, body: text });
  const dialog = <VerifiedDialog mark={{ of: "aircraft", id: "1", ...mark }} onClose={onClose} />;
  await openScreen(server, dialog, { data: { ...homeOf([]), about } });
  return within(await screen.findByRole("dialog", { name: "What Verified means" }));
}
const firstLine = () => screen.getByText(/^An administrator of/).textContent;

describe("what Verified means", () => {
  it("says who confirmed it and when, what was checked and what was not", async () => {
    const dialog = await open({ verifiedAt: "2026-03-04T16:00:00.000Z" });
    expect(firstLine()).toBe("An administrator of Example LLC confirmed this aircraft on Mar 4, 2026.");
    const heads = await dialog.findAllByRole("heading", { level: 3 });
    expect(heads.map(({ textContent }) => textContent)).toEqual(["Checked", "Not checked"]);
    expect(dialog.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "The registry lists it.",
      "Airworthiness.",
    ]);
    expect(dialog.queryByText("A lead.")).toBeNull();
    expect(dialog.getByRole("link", { name: "Report a problem" }).getAttribute("href")).toBe("/help/contact");
    fireEvent.click(dialog.getByText("Close"));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("says that the day of an older mark was not recorded", async () => {
    await open({ verifiedAt: null });
    expect(firstLine()).toBe("An administrator of Example LLC confirmed this aircraft. The day was not recorded.");
  });

  it("reads the day of a member that the screen does not know", async () => {
    const person = { ...anOwner({ id: "7" }), userType: "owner", verifiedAt: "2026-01-09T16:00:00.000Z" };
    server.answers.set("/api/users/7", { status: 200, body: person });
    await open({ of: "member", id: "7" });
    expect(await screen.findByText("Jan 9, 2026")).toBeTruthy();
  });

  it("claims no day without a network, and says where the rest is", async () => {
    const dialog = await open({ of: "member", id: "7" }, false);
    expect(firstLine()).toBe("An administrator of Example LLC confirmed this member.");
    expect(await dialog.findByText("What was checked opens when you have signal.")).toBeTruthy();
  });
});
