// @vitest-environment happy-dom
import { act, configure, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import { Heart } from "./heart.tsx";
import { useCurrentStore } from "../../client/sync/current-store.ts";
import { sendNow } from "../../client/sync/sync-state.ts";
import { aListing, aPerson, closeScreen, newServer, openScreen, shownToast } from "../../testing/screen.tsx";

const plane = aListing({ name: "Piper Archer III" });
let server: ReturnType<typeof newServer>;
// The device code loads on first use, which takes time on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
beforeEach(() => {
  server = newServer();
  server.me = aPerson();
});
afterEach(closeScreen);

const heart = () => screen.getByRole<HTMLButtonElement>("button", { name: /Piper Archer III/ });
async function open() {
  await openScreen(server, <Heart plane={plane} />);
  await waitFor(() => expect([heart().disabled, heart().getAttribute("aria-pressed")]).toEqual([false, "false"]));
}

function serverTakesFavorites() {
  const favorite = { id: newId(), userId: server.me?.id, aircraftId: plane.id, createdAt: "2026-11-21T10:00:00.000Z" };
  server.outcome = (name) => {
    const isAdded = name === "favorites.add";
    server.rows = isAdded ? { favorites: [favorite] } : {};
    server.drops = isAdded ? {} : { favorites: [plane.id] };
    return { status: "applied" };
  };
}

describe("a favorite", () => {
  it("[S189] is disabled until the user's rows are open", async () => {
    await openScreen(server, <Heart plane={plane} />);
    expect(heart().disabled).toBe(true);
    await waitFor(() => expect(heart().disabled).toBe(false));
  });

  it("[S1334] takes a tap before the rows are open on a device that has shown some, and stores it once", async () => {
    serverTakesFavorites();
    localStorage.setItem(
      `glance:${server.me!.id}`,
      JSON.stringify({ favorites: [], booked: [], hidden: [], unread: 0 }),
    );
    await openScreen(server, <Heart plane={plane} />);
    expect(useCurrentStore.getState().phase).toBe("opening");
    fireEvent.click(heart());
    expect([heart().disabled, heart().getAttribute("aria-busy"), heart().getAttribute("aria-pressed")]).toEqual([
      ...[true, "true"],
      "false",
    ]);
    await waitFor(() => expect(heart().getAttribute("aria-pressed")).toBe("true"));
    await waitFor(() => expect(shownToast()).toMatchObject({ title: "Added to favorites" }));
    expect(server.commands.filter(({ name }) => name === "favorites.add")).toHaveLength(1);
  });

  it("can be added before the first response of the server", async () => {
    const { fetch } = server;
    vi.stubGlobal("fetch", (path: string, init?: RequestInit) =>
      path === "/api/sync" ? Promise.resolve(new Response(null, { status: 503 })) : fetch(path, init),
    );
    await openScreen(server, <Heart plane={plane} />);
    await waitFor(() => expect(heart().disabled).toBe(false));
    expect(heart().getAttribute("aria-pressed")).toBeNull();
    fireEvent.click(heart());
    await waitFor(() => expect(shownToast()).toMatchObject({ title: "Saved on this device", kind: "wait" }));
  });

  it("[S188] shows a toast after adding and after removing", async () => {
    serverTakesFavorites();
    await open();
    expect(heart().getAttribute("aria-pressed")).toBe("false");
    fireEvent.click(heart());
    await waitFor(() =>
      expect(shownToast()).toMatchObject({ title: "Added to favorites", description: "Piper Archer III" }),
    );
    await waitFor(() => expect(heart().getAttribute("aria-pressed")).toBe("true"));
    fireEvent.click(screen.getByRole("button", { name: "Remove Piper Archer III from favorites" }));
    await waitFor(() =>
      expect(shownToast()).toMatchObject({ title: "Removed from favorites", description: "Piper Archer III" }),
    );
    await waitFor(() => expect(heart().getAttribute("aria-pressed")).toBe("false"));
  });

  it("says that the change waits until the server has it", async () => {
    await open();
    const { fetch } = server;
    const inTrouble = (path: string, init?: RequestInit) =>
      path === "/api/sync" ? Promise.resolve(new Response(null, { status: 503 })) : fetch(path, init);
    vi.stubGlobal("fetch", inTrouble);
    fireEvent.click(heart());
    const description = "Added to favorites: Piper Archer III. Waiting to sync.";
    const waits = { title: "Saved on this device", description, kind: "wait" };
    await waitFor(() => expect(shownToast()).toEqual(waits));
    serverTakesFavorites();
    vi.stubGlobal("fetch", fetch);
    await sendNow();
    await waitFor(() =>
      expect(shownToast()).toEqual({ title: "Added to favorites", description: "Piper Archer III", kind: "ok" }),
    );
  });

  it("[S190] is disabled while a tap is stored, takes a double tap as one, and keeps the focus", async () => {
    await open();
    const { openedStore: openedPerson } = await import("../../client/sync/current-store.ts");
    const { engine } = await openedPerson();
    const write = engine.queue.bind(engine);
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const queue = vi.spyOn(engine, "queue").mockImplementation(async (...command: Parameters<typeof write>) => {
      await held;
      return write(...command);
    });
    heart().focus();
    fireEvent.click(heart());
    expect(heart().disabled).toBe(true);
    fireEvent.click(heart());
    // Browsers blur a button that becomes disabled.
    heart().blur();
    await act(async () => goOn());
    await waitFor(() => expect(heart().disabled).toBe(false));
    expect(queue).toHaveBeenCalledTimes(1);
    expect(document.activeElement).toBe(heart());
    await waitFor(() => expect(heart().getAttribute("aria-pressed")).toBe("true"));
  });

  it("shows no toast to the next user of the tab", async () => {
    await open();
    const { toastFavoriteChange } = await import("./favorite-toast.ts");
    const failed = { title: "Error" };
    const change = { userId: server.me?.id ?? null, title: "Added to favorites", name: plane.name, failed };
    closeScreen();
    server = newServer();
    server.me = aPerson();
    await open();
    // The outbox of the next user does not have the entry, which means «sent» for the first user.
    await toastFavoriteChange(newId(), change);
    expect(shownToast()).toEqual({});
  });

  const named = (name: string, more = {}) => Object.assign(new Error("No."), { name, ...more });
  it.each([
    ["the command does not fit", named("QueueError", { code: "invalid" })],
    ["the store has no room", named("QueueError", { code: "not-saved", cause: named("QuotaExceededError") })],
    ["too much waits already", named("QueueError", { code: "outbox-full" })],
    ["the database was closed", named("DatabaseClosedError")],
    ["the code cannot be fetched", new TypeError("Failed to fetch dynamically imported module")],
  ])("[S292] shows an error when the change cannot be stored: %s", async (_, problem) => {
    await open();
    const { openedStore: openedPerson } = await import("../../client/sync/current-store.ts");
    vi.spyOn((await openedPerson()).engine, "queue").mockRejectedValue(problem);
    await act(async () => void fireEvent.click(heart()));
    const description = "Failed to update favorites. Please try again.";
    await waitFor(() => expect(shownToast()).toEqual({ title: "Error", description, kind: "bad" }));
    expect(heart().disabled).toBe(false);
    expect(heart().getAttribute("aria-pressed")).toBe("false");
  });
});
