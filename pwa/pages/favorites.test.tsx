// @vitest-environment happy-dom
import { configure, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { aListing, aPerson, closeScreen, homeOf, newServer, openScreen } from "../testing/screen.tsx";
import { FavoritesPage } from "./favorites.tsx";

let server: ReturnType<typeof newServer>;
// The device's code is fetched when it is first needed, which on a busy machine takes its time.
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
  it("counts the favorites under the heading", async () => {
    server.rows = { favorites: planes.slice(0, 2).map(({ id }) => favorite(id)) };
    await open();
    expect(screen.getByRole("heading", { level: 1, name: "My Favorites" })).toBeTruthy();
    expect(await screen.findByText("2 aircraft")).toBeTruthy();
    expect(await screen.findAllByRole("article")).toHaveLength(2);
  });

  it("says No favorites yet", async () => {
    await open();
    expect(await screen.findByRole("heading", { name: "No favorites yet" })).toBeTruthy();
    expect(screen.getByText("0 aircraft")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Browse Aircraft" }).getAttribute("href")).toBe("/#aircraft-listings");
  });
});
