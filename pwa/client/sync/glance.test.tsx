// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Heart } from "../../features/favorites/heart.tsx";
import { aListing, aPerson, closeScreen, newServer, openScreen } from "../../testing/screen.tsx";
import { keepGlance, keptGlance } from "./kept-glance.ts";
import { useUnread } from "../messages/unread.ts";

const plane = aListing({ name: "Piper Archer III" });
let server: ReturnType<typeof newServer>;
beforeEach(() => {
  server = newServer();
});
afterEach(closeScreen);

function Seen() {
  return (
    <>
      <Heart plane={plane} />
      <output>{useUnread()}</output>
    </>
  );
}
const heart = () => screen.getByRole<HTMLButtonElement>("button", { name: /Piper Archer III/ });
const kept = (userId: string, glance: object) => localStorage.setItem(`glance:${userId}`, JSON.stringify(glance));

describe("before a person's rows are open", () => {
  it("their favorites and unread messages are those last shown on this device", async () => {
    server.me = aPerson();
    kept(server.me.id, { favorites: [plane.id], unread: 3 });
    await openScreen(server, <Seen />);
    expect([heart().disabled, heart().getAttribute("aria-pressed")]).toEqual([true, "true"]);
    expect(screen.getByRole("status").textContent).toBe("3");
    // The rows are the truth once they are there.
    await waitFor(() => expect(heart().disabled).toBe(false), { timeout: 10_000 });
    await waitFor(() => expect(heart().getAttribute("aria-pressed")).toBe("false"));
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("0"));
  });

  it("a heart claims nothing where nothing was shown, nor what another person saw", async () => {
    server.me = aPerson();
    kept(aPerson().id, { favorites: [plane.id], unread: 3 });
    await openScreen(server, <Seen />);
    expect([heart().disabled, heart().getAttribute("aria-pressed")]).toEqual([true, null]);
    expect(screen.getByRole("status").textContent).toBe("0");
  });

  it.each(["null", "{}", "[1]", "nonsense", '{"favorites":[1],"unread":2}'])(
    "what cannot be read is nothing: %s",
    (text) => {
      localStorage.setItem("glance:someone", text);
      expect(keptGlance("someone")).toBeNull();
    },
  );
});

describe("what is kept of a person", () => {
  it("is removed when their session has ended", async () => {
    const me = aPerson();
    server.me = me;
    kept(me.id, { favorites: [plane.id], unread: 3 });
    server.answers.set("/api/auth/me", { status: 401, body: { error: "Please log in first." } });
    await openScreen(server, <Seen />);
    await waitFor(() => expect(localStorage.getItem(`glance:${me.id}`)).toBeNull());
  });

  it("is not written for somebody who has left", () => {
    const me = aPerson();
    keepGlance(me.id, { favorites: [], unread: 1 });
    expect(keptGlance(me.id)).toBeNull();
    localStorage.setItem("currentUser", JSON.stringify(me));
    keepGlance(me.id, { favorites: [plane.id], unread: 1 });
    expect(keptGlance(me.id)).toEqual({ favorites: [plane.id], unread: 1 });
  });
});
