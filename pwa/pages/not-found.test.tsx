// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { closeScreen, newServer, openScreen } from "../testing/screen.tsx";
import { NotFoundPage } from "./not-found.tsx";

let server: ReturnType<typeof newServer>;
beforeEach(() => {
  server = newServer();
});
afterEach(closeScreen);

it("[S029] shows what is missing and links to home", async () => {
  await openScreen(server, <NotFoundPage />);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("404 Page Not Found");
  expect(screen.getByText("Did you forget to add the page to the router?")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Back to Home" }).getAttribute("href")).toBe("/");
});
