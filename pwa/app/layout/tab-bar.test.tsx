// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useDialogs } from "../../client/shell/dialogs.ts";
import { AuthProvider } from "../../client/session/session.tsx";
import { aBooking } from "../../testing/booking.ts";
import { aPerson, closeScreen, newServer, openScreen } from "../../testing/screen.tsx";
import { ScrollAndFocus } from "../effects/scroll-and-focus.tsx";
import { Header } from "./header.tsx";
import { hasPage } from "../routes.tsx";
import { TabBar } from "./tab-bar.tsx";

const sofia = {
  id: "0190aaaa-0000-7000-8000-000000000001",
  name: "Sofia Marques",
  email: "s@demo.test",
  avatarUrl: null,
};

beforeEach(() => {
  localStorage.clear();
  useDialogs.setState({ dialog: null });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function draw(me: object | null, address = "/") {
  // The cookie that the server sets beside its session cookie.
  document.cookie = me ? "tailhour_signed_in=1" : "tailhour_signed_in=; Max-Age=0";
  vi.stubGlobal("fetch", async () =>
    me ? new Response(JSON.stringify(me)) : new Response('{"error":"Please log in first."}', { status: 401 }),
  );
  await act(async () => {
    render(
      <MemoryRouter initialEntries={[address]}>
        <AuthProvider>
          <Header />
          <TabBar />
        </AuthProvider>
      </MemoryRouter>,
    );
  });
}
const tabs = () => screen.getByRole("navigation", { name: "Tabs" });
const openDialogRequest = () => useDialogs.getState().dialog;

describe("for a guest", () => {
  it.each(["Bookings", "Messages", "Profile"])("[S046] %s asks to log in", async (name) => {
    await draw(null);
    fireEvent.click(screen.getByRole("button", { name }));
    expect(openDialogRequest()).toMatchObject({ name: "auth", tab: "login" });
  });

  it.each([
    ["Log In", "login"],
    ["Sign Up", "signup"],
    ["List Your Aircraft", "login"],
  ])("[S032] %s opens the dialog at %s", async (name, tab) => {
    await draw(null);
    fireEvent.click(screen.getByRole("button", { name }));
    expect(openDialogRequest()).toMatchObject({ name: "auth", tab });
  });
});

describe("for a signed-in user", () => {
  it("[S037] shows the initials in place of Log In", async () => {
    await draw(sofia);
    expect(await screen.findByText("SM")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Log In" })).toBeNull();
  });

  it("links only to existing pages", async () => {
    await draw(sofia);
    const links = screen.getAllByRole("link").map((link) => link.getAttribute("href")?.split("#")[0] ?? "");
    expect(links.length).toBeGreaterThan(3);
    expect(links.filter((href) => !hasPage(href))).toEqual([]);
  });

  it("[S033] offers Admin to admins only", async () => {
    await draw(sofia);
    expect(screen.queryByRole("link", { name: "Admin" })).toBeNull();
  });
});

describe("the current page", () => {
  it.each([
    ["/", "Home"],
    ["/#search", "Search"],
  ])("[S043] %s marks %s and nothing else", async (address, label) => {
    await draw(null, address);
    const marked = [...tabs().querySelectorAll("[aria-current=page]")].map((tab) => tab.textContent);
    expect(marked).toEqual([label]);
  });
});

it("[S890] Home leads to the top of Home, also from its search", async () => {
  await draw(null, "/#search");
  const scroll = vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  fireEvent.click(tabs().querySelector("a")!);
  expect(scroll).toHaveBeenCalledWith({ top: 0, behavior: "instant" });
  scroll.mockRestore();
});

it("[S528] Search focuses its field, from another page an unseen one within the press", () => {
  vi.stubGlobal("fetch", async () => new Response('{"error":"Please log in first."}', { status: 401 }));
  const field = (
    <main>
      <h1>Home</h1>
      <div id="search">
        <input aria-label="Location" data-focus-on-arrival="" />
      </div>
    </main>
  );
  render(
    <MemoryRouter initialEntries={["/bookings"]}>
      <ScrollAndFocus />
      <Routes>
        <Route path="/" element={field} />
        <Route path="/bookings" element={<h1>Bookings</h1>} />
      </Routes>
      <AuthProvider>
        <TabBar />
      </AuthProvider>
    </MemoryRouter>,
  );
  let inPress: string | undefined;
  const note = () => (inPress = document.activeElement?.tagName);
  window.addEventListener("click", note, { once: true });
  const search = () => screen.getByRole("link", { name: "Search" });
  fireEvent.click(search());
  expect(inPress).toBe("INPUT");
  const location = screen.getByRole("textbox", { name: "Location" });
  expect(document.activeElement).toBe(location);
  // The unseen field is gone.
  expect(document.querySelectorAll("input")).toHaveLength(1);
  location.blur();
  fireEvent.click(search());
  expect(document.activeElement).toBe(location);
});

it("[S415] Bookings shows how many requests an owner has to answer", async () => {
  const server = newServer();
  const me = aPerson({ userType: "owner" });
  server.me = me;
  const request = { ownerId: me.id, status: "requested", startDate: "2099-12-05T17:00:00.000Z" } as const;
  server.rows = {
    bookings: [aBooking(request), aBooking(request), aBooking({ ...request, startDate: "2020-12-05T17:00:00.000Z" })],
  };
  await openScreen(server, <TabBar />);
  expect(await screen.findByRole("link", { name: /^Bookings ?, 2 to answer$/ }, { timeout: 10_000 })).toBeTruthy();
  closeScreen();
});
