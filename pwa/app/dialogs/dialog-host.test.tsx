// @vitest-environment happy-dom
import { act, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useEffect } from "react";
import { useNavigate, useSearchParams, type NavigateFunction } from "react-router-dom";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import { closeDialog, openDialog, type DialogRequest } from "../../client/shell/dialogs.ts";
import {
  aPerson,
  closeScreen,
  newServer,
  openScreen,
  shownDialog,
  shownToast,
  currentAddress,
} from "../../testing/screen.tsx";
import { chooseOption } from "../../testing/choose-option.ts";
import { DialogHost } from "./dialog-host.tsx";

// The first use fetches the dialogs, the database and the command schemas, which takes long on a busy machine.
configure({ asyncUtilTimeout: 12_000 });
vi.setConfig({ testTimeout: 30_000 });
beforeAll(() =>
  Promise.all([
    import("./listing-dialog-with-pictures.tsx"),
    import("./chat-dialog.tsx"),
    import("./profile-dialog-with-picture.tsx"),
  ]),
);

let server: ReturnType<typeof newServer>;
let navigate: NavigateFunction;

/** A page that opens a conversation from its address, as a notification link does. */
function Page() {
  navigate = useNavigate();
  const [search] = useSearchParams();
  const name = search.get("with");
  useEffect(() => {
    if (name) openDialog({ name: "message", recipient: { id: newId(), name } });
  }, [name]);
  return null;
}

beforeEach(() => {
  server = newServer();
  server.me = aPerson({ userType: "owner" });
});
afterEach(() => {
  closeDialog();
  closeScreen();
});

async function open(request: DialogRequest, address = "/aircraft/one") {
  const screenOf = (
    <>
      <Page />
      <DialogHost />
    </>
  );
  await openScreen(server, screenOf, { address, path: "*" });
  await act(async () => openDialog(request));
  return within(await screen.findByRole("dialog"));
}
const chat = (name = "Marisol Vega"): DialogRequest => ({ name: "message", recipient: { id: newId(), name } });

describe("a dialog and the user it was opened for", () => {
  /** Another tab signs another user in. */
  async function becomes(person: ReturnType<typeof aPerson>) {
    server.me = person;
    localStorage.setItem("currentUser", JSON.stringify(person));
    await act(async () => void window.dispatchEvent(new StorageEvent("storage", { key: "currentUser" })));
  }

  it("[R13] closes when another user signs in, so nothing is sent in their name", async () => {
    const pilot = server.me!;
    const booking = { id: newId(), aircraftId: newId(), startDate: "2099-12-05T17:00:00.000Z", hours: 4 };
    const initialMessage = { id: newId(), senderId: pilot.id, content: "Booking request", booking };
    await open({ ...chat(), initialMessage } as DialogRequest);
    const requests = () => server.commands.filter(({ name }) => name === "bookings.request");
    await waitFor(() => expect(requests()).toHaveLength(1));
    await becomes(aPerson());
    expect(shownDialog()).toBeNull();
    expect(screen.queryByRole("dialog")).toBeNull();
    // The dialog opens again for the next user: it shows, but sends nothing in their name.
    await act(async () => openDialog({ ...chat("Dale Whitcomb"), initialMessage } as DialogRequest));
    const dialog = within(await screen.findByRole("dialog", { name: "Dale Whitcomb" }));
    await dialog.findByText("No messages yet");
    const field = dialog.getByRole("textbox");
    fireEvent.change(field, { target: { value: "Good morning" } });
    fireEvent.keyDown(field, { key: "Enter" });
    await waitFor(() => expect(server.commands.at(-1)?.input).toMatchObject({ content: "Good morning" }));
    expect(requests()).toHaveLength(1);
  });

  it("closes when the user signs out, and stays when their own name changes", async () => {
    await open({ name: "profile" });
    await becomes({ ...server.me!, name: "Owen F. Fairley" });
    expect(shownDialog()).toEqual({ name: "profile" });
    localStorage.removeItem("currentUser");
    await act(async () => void window.dispatchEvent(new StorageEvent("storage", { key: "currentUser" })));
    expect(shownDialog()).toBeNull();
  });
});

describe("a form closed while its command is sent", () => {
  /** Holds the server's answer to a command until the returned function runs. */
  function holdBack(name: string): () => void {
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
      if (path === "/api/sync" && typeof init.body === "string" && init.body.includes(name)) await answered;
      return server.fetch(path, init);
    });
    return answer;
  }

  it("does not close another dialog that is open when the answer arrives", async () => {
    server.outcome = () => ({ status: "applied" });
    const answer = holdBack("profile.update");
    const form = await open({ name: "profile" });
    fireEvent.change(form.getByLabelText("Bio"), { target: { value: "Flies on weekends." } });
    fireEvent.click(form.getByRole("button", { name: "Save" }));
    await form.findByRole("button", { name: "Saving..." });
    fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
    expect(shownDialog()).toBeNull();
    const request = chat();
    await act(async () => openDialog(request));
    await act(async () => answer());
    await waitFor(() => expect(shownToast().title).toBe("Success!"));
    expect(shownDialog()).toBe(request);
    fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Close" }));
    expect(shownDialog()).toBeNull();
  });

  it("does not navigate away after the user moved on", async () => {
    server.outcome = () => ({
      status: "refused",
      code: "email-unverified",
      message: "Please verify your email first.",
    });
    const answer = holdBack("aircraft.create");
    const form = await open({ name: "listing" });
    const typed = { Name: "Archer", Make: "Piper", Model: "PA-28" };
    for (const [label, value] of Object.entries(typed))
      fireEvent.change(form.getByLabelText(label, { selector: "input" }), { target: { value } });
    await chooseOption(form.getByRole("combobox", { name: "Location" }), "Phoenix AZ");
    fireEvent.click(form.getByRole("button", { name: "List Aircraft" }));
    await form.findByRole("button", { name: "Listing..." });
    fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
    const request = chat();
    await act(async () => openDialog(request));
    await act(async () => answer());
    await waitFor(() => expect(shownToast().description).toBe("Please verify your email first."));
    expect(shownDialog()).toBe(request);
    expect(currentAddress()).toBe("/aircraft/one");
  });
});

describe("a dialog over a page", () => {
  it("closes with its page when the user navigates forward or back", async () => {
    await open(chat());
    await act(async () => navigate("/messages"));
    expect(shownDialog()).toBeNull();
    await act(async () => openDialog(chat()));
    await act(async () => navigate(-1));
    expect(currentAddress()).toBe("/aircraft/one");
    expect(shownDialog()).toBeNull();
  });

  it("stays open when only the query changes or the page replaces itself", async () => {
    const request = chat();
    await open(request);
    await act(async () => navigate("/aircraft/one?picture=2"));
    expect(shownDialog()).toBe(request);
    await act(async () => navigate("/", { replace: true }));
    expect(shownDialog()).toBe(request);
  });

  it("is replaced by the dialog that the next page opens", async () => {
    await open({ name: "listing" });
    await act(async () => navigate("/messages?with=Dale"));
    expect(shownDialog()).toMatchObject({ recipient: { name: "Dale" } });
    expect(await screen.findByRole("dialog", { name: "Dale" })).toBeTruthy();
  });
});
