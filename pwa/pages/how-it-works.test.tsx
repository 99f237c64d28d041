// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { aPerson, closeScreen, newServer, openScreen, shownDialog, currentAddress } from "../testing/screen.tsx";
import { HowItWorksPage } from "./how-it-works.tsx";

let server: ReturnType<typeof newServer>;
beforeEach(() => {
  server = newServer();
});
afterEach(closeScreen);

it("[S128] explains the steps for owners and pilots", async () => {
  await openScreen(server, <HowItWorksPage />);
  expect(screen.getByRole("heading", { level: 1, name: "How It Works" })).toBeTruthy();
  const titles = screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
  expect(titles.slice(0, 2)).toEqual(["For owners", "For pilots"]);
  expect(screen.getAllByRole("list").map((list) => list.children.length)).toEqual([3, 3]);
});

it("[S016] shows the claims of the product", async () => {
  await openScreen(server, <HowItWorksPage />);
  expect(screen.getByText(/earn about \$2,000-\$5,000 per month/)).toBeTruthy();
  expect(screen.getByText(/in under 5 minutes/)).toBeTruthy();
  expect(screen.getByText(/Free with no commissions/)).toBeTruthy();
});

it("[S130] links everybody but owners to the listings", async () => {
  await openScreen(server, <HowItWorksPage />, { address: "/how-it-works" });
  fireEvent.click(screen.getByRole("button", { name: "Browse Aircraft" }));
  expect(currentAddress()).toBe("/#aircraft-listings");
});

it("[S129] opens the listing dialog for owners", async () => {
  server.me = aPerson({ userType: "owner" });
  await openScreen(server, <HowItWorksPage />, { address: "/how-it-works" });
  fireEvent.click(screen.getByRole("button", { name: "List Your Aircraft" }));
  expect(shownDialog()).toMatchObject({ name: "listing" });
  expect(currentAddress()).toBe("/how-it-works");
});
