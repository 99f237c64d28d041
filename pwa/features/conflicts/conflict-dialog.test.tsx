// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import type { ExchangeRequest, SentCommand } from "../../../shared/sync.ts";
import { followUser, queue } from "../../client/sync/current-store.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";

vi.setConfig({ testTimeout: 30_000 });

/** The first edits conflict on `name` and `bio`; the server applies the next ones. */
let received: SentCommand[];
let me: string;
const onClose = vi.fn();
const ignored = { ended: () => undefined, outdated: () => undefined };
const conflict = {
  name: { base: "Ann", theirs: "Ann Brandt", yours: "Anna" },
  bio: { base: null, theirs: "Flies gliders.", yours: "Flies twins." },
};

function answer({ cursor, commands }: ExchangeRequest): Response {
  const outcomes = commands.map(({ id }) => {
    const isFirst = received.length === 0;
    received.push(...commands);
    if (!isFirst) return { id, status: "applied" };
    return { id, status: "refused", code: "conflict", message: "Choose which to keep.", fields: conflict };
  });
  const serverTime = new Date().toISOString();
  return Response.json({
    from: cursor,
    to: `c${received.length}${serverTime}`,
    rows: {},
    drops: {},
    outcomes,
    serverTime,
  });
}

class NoSocket {
  send(): void {}
  close(): void {}
}

beforeEach(() => {
  [received, me] = [[], newId()];
  onClose.mockReset();
  localStorage.clear();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.stubGlobal("WebSocket", NoSocket);
  vi.stubGlobal("fetch", (path: string, init?: { body?: string }) =>
    Promise.resolve(
      path === "/api/sync" ? answer(JSON.parse(init?.body ?? "{}") as ExchangeRequest) : new Response(null),
    ),
  );
});
afterEach(() => {
  act(() => followUser(null, ignored));
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const soon = { timeout: 12_000 };

async function openConflict(): Promise<void> {
  act(() => followUser(me, ignored));
  const base = { rev: 0, values: { name: "Ann", bio: null, userType: "pilot" } };
  const input = { name: "Anna", bio: "Flies twins.", userType: "owner" as const };
  const { id } = await act(() => queue("profile.update", input, { base }));
  await waitFor(() => expect(received).toHaveLength(1), soon);
  const request = { name: "conflict", entryId: id } as const;
  render(<ConflictDialog request={request} onClose={onClose} />);
  await screen.findByRole("dialog", { name: "Choose what to keep" }, soon);
}

const side = (field: string, which: "This device" | "Other device") =>
  within(screen.getByRole("group", { name: field })).getByRole("radio", { name: new RegExp(`^${which}`) });
const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save my choice" });

describe("two edits of the same record", () => {
  it("appear side by side; the choice is sent as a new command with the fields without conflict", async () => {
    await openConflict();
    expect(screen.getByText("Changes to your profile. You and another device changed this.")).toBeTruthy();
    expect(side("Name", "This device").parentElement?.textContent).toBe("This deviceAnna");
    expect(side("Name", "Other device").parentElement?.textContent).toBe("Other deviceAnn Brandt");
    expect(screen.getByText("Before: Nothing")).toBeTruthy();
    expect(save().disabled).toBe(true);
    fireEvent.click(side("Name", "Other device"));
    expect(save().disabled).toBe(true);
    fireEvent.click(side("About you", "This device"));
    fireEvent.click(save());
    await waitFor(() => expect(received).toHaveLength(2), soon);
    expect(received[1]).toMatchObject({
      name: "profile.update",
      input: { bio: "Flies twins.", userType: "owner" },
      base: { values: { bio: "Flies gliders." } },
    });
    expect(received[1]?.input).not.toHaveProperty("name");
    expect(received[1]?.id).not.toBe(received[0]?.id);
    await waitFor(() => expect(onClose).toHaveBeenCalled(), soon);
  });

  it("can be resolved at once for all fields", async () => {
    await openConflict();
    fireEvent.click(screen.getByRole("button", { name: "Keep this device's" }));
    fireEvent.click(save());
    await waitFor(() => expect(received).toHaveLength(2), soon);
    expect(received[1]?.input).toMatchObject({ name: "Anna", bio: "Flies twins." });
  });
});
