// @vitest-environment happy-dom
import { act, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  aListing,
  aPerson,
  closeScreen,
  newServer,
  openScreen,
  shownToast,
  currentAddress,
} from "../../testing/screen.tsx";
import { DeleteButton } from "./delete-button.tsx";

const plane = aListing({ name: "Cessna 310R - Demo Data" });
const path = `/api/aircraft/${plane.id}`;
let server: ReturnType<typeof newServer>;
// The first use fetches the dialog code, which takes long on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
beforeAll(() => import("../../../shared/commands.ts"));
beforeEach(() => {
  server = newServer();
  server.me = aPerson();
});
afterEach(closeScreen);

async function ask() {
  await openScreen(server, <DeleteButton plane={plane} />, { address: path });
  fireEvent.click(screen.getByRole("button", { name: `Delete ${plane.name}` }));
  return within(await screen.findByRole("alertdialog", { name: "Delete Cessna 310R?" }));
}
const sent = () => server.requests.filter(({ method }) => method === "DELETE").map((request) => request.path);

describe("deleting a listing", () => {
  it("[S104] asks first, and warns that it cannot be undone", async () => {
    const dialog = await ask();
    expect(dialog.getByText(/This cannot be undone\./)).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByRole("button", { name: "Cancel" }));
    fireEvent.click(dialog.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(sent()).toEqual([]);
  });

  it("[S105] goes to home and shows Aircraft Deleted", async () => {
    server.answers.set(path, { status: 204 });
    const dialog = await ask();
    fireEvent.click(dialog.getByRole("button", { name: "Delete Aircraft" }));
    await waitFor(() => expect(shownToast()).toMatchObject({ title: "Aircraft Deleted", kind: "ok" }));
    expect(sent()).toEqual([path]);
    await waitFor(() => expect(currentAddress()).toBe("/"));
  });

  it("[S291] shows the server's reason, or a default one", async () => {
    const booked = "There is an accepted booking ahead.";
    server.answers.set(path, { status: 409, body: { error: booked, code: "booked" } });
    fireEvent.click((await ask()).getByRole("button", { name: "Delete Aircraft" }));
    await waitFor(() => expect(shownToast()).toEqual({ title: "Error", description: booked, kind: "bad" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(currentAddress()).toBe(path);

    server.answers.delete(path);
    fireEvent.click(screen.getByRole("button", { name: `Delete ${plane.name}` }));
    fireEvent.click(await screen.findByRole("button", { name: "Delete Aircraft" }));
    const description = "Failed to delete aircraft. Please try again.";
    await waitFor(() => expect(shownToast()).toEqual({ title: "Error", description, kind: "bad" }));
  });

  it("is disabled offline", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await openScreen(server, <DeleteButton plane={plane} />, { address: path });
    await act(async () => void window.dispatchEvent(new Event("offline")));
    const button = screen.getByRole<HTMLButtonElement>("button", { name: `Delete ${plane.name}` });
    expect([button.disabled, button.title]).toEqual([true, "Needs a connection"]);
    vi.restoreAllMocks();
    await act(async () => void window.dispatchEvent(new Event("online")));
  });
});
