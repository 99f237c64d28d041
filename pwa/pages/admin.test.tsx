// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aPerson, closeScreen, newServer, openScreen, currentAddress } from "../testing/screen.tsx";
import { dale, openAdmin, plane, refusal, renata, stats, USERS } from "../testing/admin-screen.tsx";
import { chooseOption } from "../testing/choose-option.ts";
import { AdminPage } from "./admin.tsx";

configure({ asyncUtilTimeout: 10_000 });

let server: ReturnType<typeof newServer>;
beforeEach(() => {
  server = newServer();
});
afterEach(closeScreen);

const rowOf = (name: string) =>
  within(screen.getByRole("table", { name: "Users" }))
    .getByText(name)
    .closest("[role=row]")!;

describe("access", () => {
  it("[S155] redirects everyone else to home", async () => {
    await openAdmin(server, null);
    await waitFor(() => expect(currentAddress()).toBe("/"));
    closeScreen();
    server = newServer();
    await openAdmin(server, dale);
    await waitFor(() => expect(currentAddress()).toBe("/"));
    expect(server.requests.map(({ path }) => path)).not.toContain(USERS);
  });

  it("[S156] redirects a user who is no longer an admin", async () => {
    await openAdmin(server);
    await screen.findByText("dale@example.test");
    server.answers.set("/api/auth/me", { status: 200, body: { ...renata, isAdmin: false } });
    const sorted = "/api/admin/users?limit=50&sort=email";
    server.answers.set(sorted, refusal("You are not allowed to do that.", "forbidden", 403));
    await chooseOption(screen.getByLabelText("Sort users by"), "Email");
    await waitFor(() => expect(currentAddress()).toBe("/"));
  });
});

it("[S1272] leads an admin who must turn on a second factor to it, and shows nothing else", async () => {
  const heldBack = refusal("Turn on a second factor first.", "second-factor-required", 403);
  await openAdmin(server, renata, { "/api/admin/stats": heldBack, [USERS]: heldBack });
  const link = await screen.findByRole("link", { name: "Go to Account" });
  expect(link.getAttribute("href")).toBe("/account#second-factor");
  expect(screen.queryByRole("table")).toBeNull();
});

describe("the admin page", () => {
  it("[S027] shows the counts, users and aircraft", async () => {
    await openAdmin(server);
    await screen.findByRole("table", { name: "Users" });
    await screen.findByRole("table", { name: "Aircraft" });
    expect(await screen.findByText("1,024")).toBeTruthy();
    for (const [label, count] of [
      ["Total Users", "1,024"],
      ["Verified Users", "10"],
      ["Total Aircraft", "24"],
    ] as const)
      expect(screen.getByText(label).nextElementSibling?.textContent).toBe(count);
    expect(rowOf("Dale Whitcomb").textContent).toContain("dale@example.test");
    expect(rowOf("Dale Whitcomb").textContent).toContain("Aircraft Owner");
    expect(rowOf("Renata Kowal").textContent).toContain("You");
    const aircraft = within(screen.getByRole("table", { name: "Aircraft" }));
    const link = aircraft.getByRole("link", { name: "Aviat A-1C Husky" });
    expect(link.getAttribute("href")).toBe(`/aircraft/${plane.id}`);
    expect(link.closest("[role=row]")?.textContent).toContain("$1,150");
    expect(screen.queryByText("Test Credentials")).toBeNull();
  });

  it("[S153] shows the demo logins when the server sends them", async () => {
    const testCredentials = [
      { who: "Admin", email: "admin@demo.test", password: "demo-admin" },
      { who: "Regular user", email: "pilot@demo.test", password: "demo-pilot" },
    ];
    await openAdmin(server);
    expect(screen.queryByText("Test Credentials")).toBeNull();
    closeScreen();
    server = newServer();
    await openAdmin(server, renata, { "/api/admin/stats": { status: 200, body: { ...stats, testCredentials } } });
    const card = await screen.findByRole("region", { name: "Test Credentials" });
    expect(card.textContent).toBe(
      "Test CredentialsAdminadmin@demo.testdemo-adminRegular userpilot@demo.testdemo-pilot",
    );
  });

  it("[S246] asks the server once each time it opens", async () => {
    await openAdmin(server);
    await screen.findByText("dale@example.test");
    closeScreen();
    const before = server.requests.filter(({ path }) => path === USERS).length;
    server = newServer();
    await openAdmin(server);
    await screen.findByText("dale@example.test");
    expect([before, server.requests.filter(({ path }) => path === USERS).length]).toEqual([1, 1]);
  });

  it("[S247] says when a list fails to load, and retries only on click", async () => {
    await openAdmin(server, renata, { [USERS]: refusal("Something went wrong on our side.", "internal", 500) });
    expect(await screen.findByText("The users could not be loaded.")).toBeTruthy();
    expect(server.requests.filter(({ path }) => path === USERS)).toHaveLength(1);
    server.answers.set(USERS, { status: 200, body: [dale] });
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("dale@example.test")).toBeTruthy();
  });

  it("[S150] needs a connection and says so", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    server.me = renata;
    await openScreen(server, <AdminPage />, { address: "/admin" });
    expect((await screen.findAllByText("Needs a connection")).length).toBeGreaterThan(0);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Change Password" }).disabled).toBe(true);
  });

  it("searches, sorts and shows more", async () => {
    const sorted = { status: 200, body: [dale, renata] };
    await openAdmin(server, renata, { "/api/admin/users?limit=50&sort=name": sorted });
    await screen.findByText("dale@example.test");
    const names = () =>
      within(screen.getByRole("table", { name: "Users" }))
        .getAllByRole("rowheader")
        .map((cell) => cell.querySelector("a")?.textContent);
    expect(names()).toEqual(["Renata Kowal", "Dale Whitcomb"]);
    await chooseOption(screen.getByLabelText("Sort users by"), "Name");
    await waitFor(() => expect(names()).toEqual(["Dale Whitcomb", "Renata Kowal"]));

    const found = "/api/admin/users?limit=50&sort=name&q=dale";
    const second = aPerson({ name: "Dale Second", email: "second@example.test" });
    server.answers.set(found, { status: 200, body: [dale], headers: { Link: `<${found}&cursor=x>; rel="next"` } });
    server.answers.set(`${found}&cursor=x`, { status: 200, body: [second] });
    fireEvent.change(screen.getByRole("searchbox", { name: "Find a user" }), { target: { value: " dale" } });
    await waitFor(() => expect(names()).toEqual(["Dale Whitcomb"]));
    fireEvent.click(screen.getByRole("button", { name: "Show more users" }));
    await waitFor(() => expect(names()).toEqual(["Dale Whitcomb", "Dale Second"]));
    expect(screen.getByText("2 users found")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Show more users" })).toBeNull();
  });

  it("[S152] logs out and goes home", async () => {
    await openAdmin(server);
    server.answers.set("/api/auth/logout", { status: 204 });
    fireEvent.click(await screen.findByRole("button", { name: "Log Out" }));
    await waitFor(() => expect(currentAddress()).toBe("/"));
    await waitFor(() => expect(server.requests.map(({ path }) => path)).toContain("/api/auth/logout"));
  });
});
