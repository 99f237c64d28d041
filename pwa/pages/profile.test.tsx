// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { OwnUser } from "../../shared/domain/accounts.ts";
import {
  aListing,
  aPerson,
  closeScreen,
  homeOf,
  newServer,
  openScreen,
  shownDialog,
  currentAddress,
} from "../testing/screen.tsx";
import { ProfilePage } from "./profile.tsx";

// The first use fetches the sign-out code, which takes long on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
let server: ReturnType<typeof newServer>;
beforeEach(() => {
  server = newServer();
});
afterEach(closeScreen);

const marisol = aPerson({ name: "Marisol Vega", userType: "owner", bio: "Two aircraft.", email: "m@example.test" });

function openOwn(me: OwnUser | null, cards = [aListing()]) {
  server.me = me;
  return openScreen(server, <ProfilePage />, { address: "/profile", data: homeOf(cards) });
}
function openOther({ email: _, ...person }: OwnUser, cards = [aListing()]) {
  server.answers.set(`/api/users/${person.id}`, { status: 200, body: person });
  const address = `/profile/${person.id}`;
  return openScreen(server, <ProfilePage />, { address, path: "/profile/:userId", data: homeOf(cards) });
}
const fact = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

describe("a profile", () => {
  it("[S121] shows the user's own profile with its email", async () => {
    await openOwn(aPerson({ name: "Owen Fairley", bio: "Instrument student." }));
    expect(screen.getByRole("heading", { level: 1, name: "Owen Fairley" })).toBeTruthy();
    expect(screen.getByText("OF")).toBeTruthy();
    expect(screen.getByText("owen@example.test")).toBeTruthy();
    expect(screen.getByText("Instrument student.")).toBeTruthy();
    expect([fact("Account type"), fact("Rating"), fact("Reviews"), fact("Member since")]).toEqual([
      "Pilot",
      "0.00",
      "0",
      "2021",
    ]);
  });

  it("says that a rating of 0.00 without reviews is no rating", async () => {
    await openOwn(aPerson());
    expect(screen.getByText("Rating").parentElement?.textContent).toBe("Rating0.00No reviews yet");
    closeScreen();
    server = newServer();
    await openOwn(aPerson({ rating: 4.5, reviewCount: 2 }));
    expect([fact("Rating"), fact("Reviews")]).toEqual(["4.50", "2"]);
    expect(screen.queryByText("No reviews yet")).toBeNull();
  });

  it("[S122] shows another user without the email", async () => {
    await openOther(marisol);
    expect(await screen.findByRole("heading", { level: 1, name: "Marisol Vega" })).toBeTruthy();
    expect(screen.queryByText(/@/)).toBeNull();
    expect(screen.queryByRole("button", { name: "Log Out" })).toBeNull();
  });

  it("[S001] shows the account type", async () => {
    await openOther(marisol);
    await screen.findByRole("heading", { level: 1 });
    expect(screen.getAllByText("Aircraft Owner").length).toBeGreaterThan(0);
    closeScreen();
    server = newServer();
    await openOther(aPerson());
    await screen.findByRole("heading", { level: 1 });
    expect(screen.getAllByText("Pilot").length).toBeGreaterThan(0);
    expect(screen.queryByText("Aircraft Owner")).toBeNull();
  });

  it("[S123] lists the owner's aircraft with links to them", async () => {
    const own = aListing({ ownerId: marisol.id, name: "Piper Archer III" });
    await openOwn(marisol, [aListing(), own]);
    const fleet = within(screen.getByRole("region", { name: "My Aircraft" }));
    await waitFor(() => expect(fleet.getAllByRole("article")).toHaveLength(1));
    expect(fleet.getByRole("link", { name: /View Details, Piper Archer III/ }).getAttribute("href")).toBe(
      `/aircraft/${own.id}`,
    );
  });

  it("[S124] shows an empty state for an owner without aircraft", async () => {
    await openOwn(marisol);
    expect(await screen.findByText("No aircraft listed yet")).toBeTruthy();
  });

  it("[S125] offers an owner without aircraft to list the first", async () => {
    await openOwn(marisol);
    fireEvent.click(await screen.findByRole("button", { name: "List Your First Aircraft" }));
    expect(shownDialog()).toMatchObject({ name: "listing" });
  });

  it("[S126] logs out and goes home", async () => {
    await openOwn(aPerson());
    server.answers.set("/api/auth/logout", { status: 204 });
    fireEvent.click(screen.getByRole("button", { name: "Log Out" }));
    await waitFor(() => expect(currentAddress()).toBe("/"));
    await waitFor(() => expect(localStorage.getItem("currentUser")).toBeNull());
    await waitFor(() => expect(server.requests.map(({ path }) => path)).toContain("/api/auth/logout"));
  });

  it("[S127] redirects a guest to home", async () => {
    await openOwn(null);
    // An unfinished sign-out is sent first.
    await waitFor(() => expect(currentAddress()).toBe("/"));
  });
});
