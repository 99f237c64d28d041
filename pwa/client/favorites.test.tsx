// @vitest-environment happy-dom
import { act, configure, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Heart } from "../features/favorites/heart.tsx";
import { aListing, aPerson, closeScreen, newServer, openScreen, shownToast } from "../testing/screen.tsx";

const plane = aListing({ name: "Piper Archer III" });
let server: ReturnType<typeof newServer>;
// The device's code is fetched when it is first needed, which on a busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 });
beforeEach(() => {
  server = newServer();
  server.me = aPerson();
});
afterEach(closeScreen);

const heart = () => screen.getByRole<HTMLButtonElement>("button", { name: /Piper Archer III/ });
async function open() {
  await openScreen(server, <Heart plane={plane} />);
  await waitFor(() => expect(heart().disabled).toBe(false));
}

describe("a favorite", () => {
  it("is off until the person's rows are open", async () => {
    await openScreen(server, <Heart plane={plane} />);
    expect(heart().disabled).toBe(true);
    await waitFor(() => expect(heart().disabled).toBe(false));
  });

  it("adds and says so, removes and says so", async () => {
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

  it("says so when the change cannot be kept", async () => {
    await open();
    // The list of commands says no: what this device was asked to keep makes no sense.
    const { openedPerson } = await import("./person.ts");
    const person = await openedPerson();
    const refusal = Object.assign(new Error("No."), { name: "QueueError", code: "invalid" });
    vi.spyOn(person.engine, "queue").mockRejectedValue(refusal);
    await act(async () => void fireEvent.click(heart()));
    const description = "Failed to update favorites. Please try again.";
    await waitFor(() => expect(shownToast()).toEqual({ title: "Error", description, kind: "bad" }));
  });
});
