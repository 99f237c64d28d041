// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { aListing, aPerson, closeScreen, homeOf, newServer, openScreen } from "../testing/screen.tsx";
import { FavoritesPage } from "./favorites.tsx";

let server: ReturnType<typeof newServer>;
// The first use fetches the device code, which takes long on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
beforeEach(() => {
  server = newServer();
  server.me = aPerson();
});
afterEach(closeScreen);

const planes = [aListing({ name: "Piper Archer III" }), aListing({ name: "Diamond DA40" }), aListing()];
const open = () => openScreen(server, <FavoritesPage />, { address: "/favorites", data: homeOf(planes) });
const favorite = (aircraftId: string) => ({
  id: newId(),
  userId: server.me?.id,
  aircraftId,
  createdAt: "2026-11-20T10:00:00.000Z",
});

describe("favorites", () => {
  it("[S140] counts the favorites under the heading", async () => {
    server.rows = { favorites: planes.slice(0, 2).map(({ id }) => favorite(id)) };
    await open();
    expect(screen.getByRole("heading", { level: 1, name: "My Favorites" })).toBeTruthy();
    expect(await screen.findByText("2 aircraft")).toBeTruthy();
    expect(await screen.findAllByRole("article")).toHaveLength(2);
  });

  it("focuses the next favorite button when one is removed, and the heading after the last", async () => {
    server.rows = { favorites: planes.slice(0, 2).map(({ id }) => favorite(id)) };
    await openScreen(
      server,
      <main>
        <FavoritesPage />
      </main>,
      { address: "/favorites", data: homeOf(planes) },
    );
    for (const left of [1, 0]) {
      const heart = (await screen.findAllByRole("button", { name: /^Remove/ }))[0] as HTMLElement;
      heart.focus();
      fireEvent.click(heart);
      await waitFor(() => expect(screen.queryAllByRole("article")).toHaveLength(left));
      const next =
        left > 0 ? screen.getByRole("button", { name: /^Remove/ }) : screen.getByRole("heading", { level: 1 });
      await waitFor(() => expect(document.activeElement).toBe(next));
    }
  });

  it("[S141] says No favorites yet", async () => {
    await open();
    expect(await screen.findByRole("heading", { name: "No favorites yet" })).toBeTruthy();
    expect(screen.getByText("0 aircraft")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Browse Aircraft" }).getAttribute("href")).toBe("/#aircraft-listings");
  });
});
