// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { aPerson, closeScreen, newServer, openScreen } from "../testing/screen.tsx";
// After the screen, whose database the page's code takes.
import { queue } from "../client/queue.ts";
import { QueueSheet } from "./queue-sheet.tsx";

configure({ asyncUtilTimeout: 10_000 });

let server: ReturnType<typeof newServer>;
const onClose = vi.fn<() => void>();
beforeEach(() => {
  server = newServer();
  server.me = aPerson();
  onClose.mockReset();
});
afterEach(closeScreen);

/** The sheet as it is after a reload, its only message's words open. */
async function edit() {
  closeScreen();
  vi.stubGlobal("fetch", server.fetch);
  await openScreen(server, <QueueSheet onClose={onClose} />);
  const sheet = within(await screen.findByRole("dialog", { name: "Waiting to send" }));
  fireEvent.click(await sheet.findByRole("button", { name: /^Edit:/ }));
  return sheet;
}
const words = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Message to/ });
const typed = (value: string) => fireEvent.change(words(), { target: { value } });
const drafts = () => Object.keys(localStorage).filter((key) => key.includes("draft"));

it("keeps words that were typed over those of a message until they are saved or given up", async () => {
  // What was refused may be changed, as may what was never sent.
  server.outcome = () => ({ status: "refused", code: "invalid", message: "Please check the marked fields." });
  await openScreen(server, <p>Here</p>);
  await queue("messages.send", { id: newId(), receiverId: newId(), content: "See you at nine." });
  await edit();
  typed("See you at ten.");
  fireEvent.keyDown(words(), { key: "Escape" });
  expect(onClose).toHaveBeenCalledOnce();

  const sheet = await edit();
  expect(words().value).toBe("See you at ten.");
  fireEvent.click(sheet.getByRole("button", { name: "Cancel" }));
  expect(drafts()).toEqual([]);
  fireEvent.click(sheet.getByRole("button", { name: /^Edit:/ }));
  expect(words().value).toBe("See you at nine.");

  typed("See you at eleven.");
  expect(drafts()).toHaveLength(1);
  fireEvent.click(sheet.getByRole("button", { name: "Save and send" }));
  expect(await sheet.findByText("See you at eleven.")).toBeTruthy();
  await waitFor(() => expect(drafts()).toEqual([]));
});
