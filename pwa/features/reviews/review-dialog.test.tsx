// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import { aPerson, closeScreen, newServer, openScreen, shownToast } from "../../testing/screen.tsx";
// Imported after the screen, so that both use the same database.
import { openedStore } from "../../client/sync/current-store.ts";
import { ReviewDialog, type ReviewDialogProps } from "./review-dialog.tsx";

configure({ asyncUtilTimeout: 10_000 });
let server: ReturnType<typeof newServer>;
const onClose = vi.fn<() => void>();
const bookingId = newId();
const plane = { targetType: "aircraft" as const, targetId: newId(), name: "Cirrus SR22 G5 - Demo Data" };
const owner = { targetType: "user" as const, targetId: newId(), name: "Marisol Vega" };

beforeEach(() => {
  server = newServer();
  server.me = aPerson();
  server.outcome = () => ({ status: "applied" });
  onClose.mockReset();
});
afterEach(closeScreen);

async function open(targets: ReviewDialogProps["targets"]) {
  await openScreen(server, <ReviewDialog bookingId={bookingId} targets={targets} peer={owner} onClose={onClose} />);
  return await screen.findByRole("dialog", { name: "Write a review" });
}
const send = () => fireEvent.click(screen.getByRole("button", { name: "Send review" }));
const comment = () => screen.getByLabelText<HTMLTextAreaElement>("Comment");
const star = (name: string) => screen.getByRole<HTMLInputElement>("radio", { name });

describe("writing a review", () => {
  it("requires stars and a comment, and focuses the first problem", async () => {
    const dialog = await open([owner]);
    send();
    expect(dialog.textContent).toContain("Choose 1 to 5 stars");
    expect(dialog.textContent).toContain("Write a few words");
    expect(document.activeElement).toBe(star("1 star, Poor"));
    fireEvent.click(star("4 stars, Very good"));
    expect(dialog.textContent).not.toContain("Choose 1 to 5 stars");
    send();
    expect(document.activeElement).toBe(comment());
    expect(comment().getAttribute("aria-invalid")).toBe("true");
    expect(server.commands).toEqual([]);
  });

  it("stores the review on the device, sends it, and closes", async () => {
    const dialog = await open([plane, owner]);
    expect(screen.getByRole("group", { name: "Review of" }).textContent).toContain("Cirrus SR22 G5");
    fireEvent.click(screen.getByRole("radio", { name: "Marisol Vega" }));
    fireEvent.click(star("5 stars, Excellent"));
    expect(dialog.textContent).toContain("Excellent");
    fireEvent.change(comment(), { target: { value: "Clear about limits." } });
    send();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(shownToast()).toMatchObject({ title: "Review saved" });
    const { targetType, targetId } = owner;
    await waitFor(() =>
      expect(server.commands).toContainEqual({
        name: "reviews.write",
        input: { id: expect.any(String), bookingId, targetType, targetId, rating: 5, comment: "Clear about limits." },
      }),
    );
  });

  it("[S888] says why a late review is refused, does not call it saved, and keeps the text", async () => {
    const message = "Reviews of this flight are closed.";
    server.outcome = () => ({ status: "refused", code: "reviews-closed", message });
    const dialog = await open([owner]);
    fireEvent.click(star("5 stars, Excellent"));
    fireEvent.change(comment(), { target: { value: "Clear about limits." } });
    send();
    expect((await screen.findByRole("alert")).textContent).toBe(message);
    expect(shownToast().title).toBeUndefined();
    expect(onClose).not.toHaveBeenCalled();
    expect(comment().value).toBe("Clear about limits.");
    expect(dialog.querySelector<HTMLButtonElement>("button[type=submit]")?.disabled).toBe(false);
    // Nothing waits: only the form has it.
    expect(await (await openedStore()).engine.outbox()).toEqual([]);
  });

  it("keeps the draft through Escape and a reload, for its author", async () => {
    const dialog = await open([plane, owner]);
    fireEvent.click(screen.getByRole("radio", { name: "Marisol Vega" }));
    fireEvent.click(star("4 stars, Very good"));
    fireEvent.change(comment(), { target: { value: "Clear about limits." } });
    fireEvent.keyDown(dialog, { key: "Escape" });
    expect(onClose).toHaveBeenCalledOnce();
    closeScreen();

    const { me } = server;
    vi.stubGlobal("fetch", server.fetch);
    server.me = aPerson();
    await open([plane, owner]);
    expect(comment().value).toBe("");
    expect(screen.queryByText("This is what you typed before.")).toBeNull();
    closeScreen();

    vi.stubGlobal("fetch", server.fetch);
    server.me = me;
    await open([plane, owner]);
    expect(screen.getByText("This is what you typed before.")).toBeTruthy();
    expect(star("4 stars, Very good").checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "Marisol Vega" }).checked).toBe(true);
    expect(comment().value).toBe("Clear about limits.");
    // Not the button that discards the draft.
    expect(document.activeElement?.getAttribute("type")).toBe("radio");
    fireEvent.click(screen.getByRole("button", { name: "Discard draft" }));
    expect(comment().value).toBe("");
  });

  it.each(["Cancel", "Send review"])("keeps nothing after %s", async (name) => {
    await open([plane]);
    fireEvent.click(star("4 stars, Very good"));
    fireEvent.change(comment(), { target: { value: "Climbs well." } });
    fireEvent.click(screen.getByRole("button", { name }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    closeScreen();
    vi.stubGlobal("fetch", server.fetch);
    await open([plane]);
    expect(comment().value).toBe("");
  });

  it("starts with what is written, and sends the change", async () => {
    const written = { rating: 4, comment: "Climbs well." };
    const props = { bookingId, targets: [plane], written, peer: owner, onClose };
    await openScreen(server, <ReviewDialog {...props} />);
    await screen.findByRole("dialog", { name: "Edit your review" });
    expect([star("4 stars, Very good").checked, comment().value]).toEqual([true, "Climbs well."]);
    fireEvent.change(comment(), { target: { value: "Climbs well, even when hot." } });
    send();
    await waitFor(() =>
      expect(server.commands.at(-1)?.input).toMatchObject({ rating: 4, comment: "Climbs well, even when hot." }),
    );
  });

  it("names the only subject to review", async () => {
    const dialog = await open([plane]);
    expect(dialog.textContent).toContain("Of Cirrus SR22 G5.");
    expect(screen.queryByRole("group", { name: "Review of" })).toBeNull();
  });
});
