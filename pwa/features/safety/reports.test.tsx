// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ChatDialog } from "../../app/dialogs/chat-dialog.tsx";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { SettingsPage } from "../../pages/settings.tsx";
import { chooseOption } from "../../testing/choose-option.ts";
import { anOwner, aPerson, closeScreen, newServer, openScreen } from "../../testing/screen.tsx";

configure({ asyncUtilTimeout: 10_000 });

const owner = anOwner({ name: "Marisol Vega" });
let server: ReturnType<typeof newServer>;
let me: OwnUser;
beforeEach(() => {
  server = newServer();
  me = aPerson({ name: "Pat Pilot" });
  server.me = me;
});
afterEach(closeScreen);

const message = (content: string, isMine: boolean, at: number) => ({
  id: newId(),
  senderId: isMine ? me.id : owner.id,
  receiverId: isMine ? owner.id : me.id,
  aircraftId: null,
  bookingId: null,
  content,
  createdAt: `2026-11-01T10:00:0${at}.000Z`,
  read: true,
  rev: 1,
});

describe("a report from a conversation", () => {
  it("[S1203] of one message opens the form with that message chosen, and has no button at own messages", async () => {
    const messages = [message("Hello", true, 1), message("Pay me outside", false, 2), message("Now", false, 3)];
    const person = { id: owner.id, name: owner.name, userType: "owner", avatarUrl: null, memberSince: 2023, rev: 1 };
    server.rows = { messages, people: [person] };
    const recipient = { id: owner.id, name: owner.name, userType: "owner" as const };
    await openScreen(server, <ChatDialog request={{ name: "message", recipient }} onClose={() => undefined} />);
    const flags = await screen.findAllByRole("button", { name: "Report this message" });
    expect(flags).toHaveLength(2);
    fireEvent.click(flags[0]!);
    const dialog = within(await screen.findByRole("dialog", { name: "Report Marisol Vega" }));
    const box = (name: string) => dialog.findByRole<HTMLInputElement>("checkbox", { name });
    expect((await box("Marisol Vega: Pay me outside")).checked).toBe(true);
    expect((await box("Marisol Vega: Now")).checked).toBe(false);
    expect((await box("You: Hello")).checked).toBe(false);
  });

  it("[S1018] has a reason, words and the chosen messages, is sent once, and says that it is read", async () => {
    const messages = [message("Hello", true, 1), message("Pay me outside", false, 2)];
    const person = { id: owner.id, name: owner.name, userType: "owner", avatarUrl: null, memberSince: 2023, rev: 1 };
    server.rows = { messages, people: [person] };
    const recipient = { id: owner.id, name: owner.name, userType: "owner" as const };
    await openScreen(server, <ChatDialog request={{ name: "message", recipient }} onClose={() => undefined} />);
    const open = async () => {
      const opener = await screen.findByRole("button", { name: "More about Marisol Vega" });
      opener.focus();
      fireEvent.keyDown(opener, { key: "Enter" });
      return within(await screen.findByRole("menu"));
    };
    fireEvent.click((await open()).getByRole("menuitem", { name: "Report Marisol Vega" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Report Marisol Vega" }));
    fireEvent.click(dialog.getByRole("button", { name: "Report" }));
    expect(await dialog.findByText("A report needs a reason.")).toBeTruthy();
    await chooseOption(dialog.getByLabelText("Reason"), "Scam or payment outside of Tailhour");
    fireEvent.change(dialog.getByLabelText("What happened? (optional)"), { target: { value: " Asked for cash " } });
    const boxes = await dialog.findAllByRole("checkbox");
    expect(boxes).toHaveLength(2);
    fireEvent.click(dialog.getByRole("checkbox", { name: "Marisol Vega: Pay me outside" }));
    const press = dialog.getByRole("button", { name: "Report" });
    fireEvent.click(press);
    fireEvent.click(press);
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Report Marisol Vega" })).toBeNull());
    await waitFor(() =>
      expect(server.commands).toEqual([
        {
          name: "reports.send",
          input: {
            id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
            ...{ targetType: "user", targetId: owner.id, name: "Marisol Vega" },
            ...{ why: "scam", words: "Asked for cash", messageIds: [messages[1]!.id] },
          },
        },
      ]),
    );
    const item = await (await open()).findByRole("menuitem", { name: "Reported. We read it." });
    expect(item.getAttribute("aria-disabled")).toBe("true");
  });

  it("is listed in the settings with its outcome, without details", async () => {
    const row = (fields: object) => ({
      ...{ id: newId(), targetType: "user", targetId: newId(), targetName: "Dale Whitcomb", why: "abuse", words: "" },
      ...{ status: "open", outcome: null, createdAt: "2026-11-02T10:00:00.000Z", closedAt: null },
      ...fields,
    });
    const closed = { status: "closed", closedAt: "2026-11-03T10:00:00.000Z" };
    server.rows = {
      reports: [
        row({ createdAt: "2026-11-04T10:00:00.000Z" }),
        row({ ...closed, outcome: "acted", targetName: "Cessna 172" }),
      ],
    };
    await openScreen(server, <SettingsPage />, { address: "/settings" });
    const section = within(await screen.findByRole("region", { name: "Your reports" }));
    const rows = section.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(rows).toEqual([
      expect.stringContaining("Dale WhitcombReported. We read it."),
      expect.stringContaining("Cessna 172We read your report and acted on it."),
    ]);
  });
});
