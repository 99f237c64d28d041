// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useLayoutEffect, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PageRouter } from "../../app/page-router.tsx";
import { ignoreDoublePress, replaceAddress, useOverlayEntry } from "./overlay-history.ts";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** An overlay with a link to another page and a control that changes the address in place. */
function Overlay({ name, onClose }: { name: string; onClose: () => void }) {
  useOverlayEntry(true, onClose);
  const navigate = useNavigate();
  return (
    <section aria-label={name}>
      <button onClick={onClose}>Close {name}</button>
      <button onClick={() => void navigate("?types=jet", { replace: true })}>Filter</button>
      <Link to="/elsewhere" onClick={onClose}>
        Elsewhere
      </Link>
    </section>
  );
}

function Page() {
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState<readonly string[]>([]);
  return (
    <>
      <output>{pathname + search}</output>
      <Link to="/page">Page</Link>
      <Link to="/other">Other</Link>
      {["First", "Second"].map((name) => (
        <div key={name}>
          <button onClick={() => setOpen([...open, name])}>Open {name}</button>
          {open.includes(name) && (
            <Overlay name={name} onClose={() => setOpen((now) => now.filter((one) => one !== name))} />
          )}
        </div>
      ))}
      <button onClick={() => setOpen(["Second"])}>Swap</button>
    </>
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const isOpen = (name: string) => screen.queryByRole("region", { name }) !== null;
const shown = () => [screen.getByRole("status").textContent, location.pathname + location.search];
const index = () => (history.state as { idx: number }).idx;
const step = (delta: number) => act(async () => history.go(delta));
let start: number;

beforeEach(async () => {
  render(
    <PageRouter>
      <Page />
    </PageRouter>,
  );
  fireEvent.click(screen.getByRole("link", { name: "Page" }));
  await waitFor(() => expect(shown()).toEqual(["/page", "/page"]));
  start = index();
});

async function open(name: string) {
  const before = index();
  press(`Open ${name}`);
  await waitFor(() => expect(index()).toBe(before + 1));
}

it("closes on Back and stays on the page; Forward opens no other page", async () => {
  await open("First");
  await step(-1);
  await waitFor(() => expect(isOpen("First")).toBe(false));
  expect([index(), ...shown()]).toEqual([start, "/page", "/page"]);
  await step(1);
  await waitFor(() => expect(index()).toBe(start));
  expect(isOpen("First")).toBe(false);
});

it("removes its history entry when it closes by itself, repeatedly", async () => {
  for (let times = 0; times < 3; times++) {
    await open("First");
    press("Close First");
    await waitFor(() => expect(index()).toBe(start));
  }
});

it("closes the top overlay first", async () => {
  await open("First");
  await open("Second");
  await step(-1);
  await waitFor(() => expect(isOpen("Second")).toBe(false));
  expect(isOpen("First")).toBe(true);
  await step(-1);
  await waitFor(() => expect(isOpen("First")).toBe(false));
  expect(index()).toBe(start);
});

it("passes its history entry to the overlay that replaces it", async () => {
  await open("First");
  press("Swap");
  await waitFor(() => expect(isOpen("Second")).toBe(true));
  await act(async () => new Promise((resolve) => setTimeout(resolve)));
  expect(index()).toBe(start + 1);
  await step(-1);
  await waitFor(() => expect(isOpen("Second")).toBe(false));
  expect(index()).toBe(start);
});

it("keeps the address that was set in it", async () => {
  await open("First");
  press("Filter");
  await waitFor(() => expect(shown()).toEqual(["/page?types=jet", "/page?types=jet"]));
  await step(-1);
  await waitFor(() => expect(isOpen("First")).toBe(false));
  expect([index(), ...shown()]).toEqual([start, "/page?types=jet", "/page?types=jet"]);
});

it("keeps an address that was set just before Back, when the page still shows the older one", async () => {
  await open("First");
  // Outside `act`, as in the browser, the step back comes before the page is drawn again.
  screen.getByRole("button", { name: "Filter" }).click();
  history.back();
  expect(shown()).toEqual(["/page", "/page?types=jet"]);
  await waitFor(() => expect(isOpen("First")).toBe(false));
  await waitFor(() => expect([index(), ...shown()]).toEqual([start, "/page?types=jet", "/page?types=jet"]));
});

it("[S1269] keeps an address that the router does not know yet, and the page returns to it", async () => {
  replaceAddress("/page?at=1");
  expect([index(), ...shown()]).toEqual([start, "/page", "/page?at=1"]);
  await open("First");
  await step(-1);
  await waitFor(() => expect(isOpen("First")).toBe(false));
  expect([index(), ...shown()]).toEqual([start, "/page", "/page?at=1"]);
  fireEvent.click(screen.getByRole("link", { name: "Other" }));
  await waitFor(() => expect(shown()).toEqual(["/other", "/other"]));
  await step(-1);
  await waitFor(() => expect([index(), ...shown()]).toEqual([start, "/page?at=1", "/page?at=1"]));
});

it("is skipped after a link inside it, back and forward", async () => {
  await open("First");
  fireEvent.click(screen.getByRole("link", { name: "Elsewhere" }));
  await waitFor(() => expect(shown()).toEqual(["/elsewhere", "/elsewhere"]));
  await step(-1);
  await waitFor(() => expect([index(), ...shown()]).toEqual([start, "/page", "/page"]));
  await step(1);
  await waitFor(() => expect(shown()).toEqual(["/elsewhere", "/elsewhere"]));
});

it("leaves the user on a page that was opened while the step back of a closed overlay was running", async () => {
  await open("First");
  const go = vi.spyOn(history, "go").mockImplementationOnce(() => undefined);
  press("Close First");
  await waitFor(() => expect(go).toHaveBeenCalledWith(-1));
  fireEvent.click(screen.getByRole("link", { name: "Other" }));
  await waitFor(() => expect(index()).toBe(start + 2));
  // Chromium then lands on the entry that the step named, below the new page.
  go.mockRestore();
  await step(-2);
  await waitFor(() => expect([index(), ...shown()]).toEqual([start + 2, "/other", "/other"]));
});

it("ignores a double press, but passes a later press to the overlay below", async () => {
  const later = performance.now() + 60_000;
  const now = vi.spyOn(performance, "now").mockReturnValue(later);
  const beside = () => {
    const event = new Event("press", { cancelable: true });
    ignoreDoublePress(event);
    return event.defaultPrevented;
  };
  await open("First");
  await open("Second");
  now.mockReturnValue(later + 10_000);
  expect(beside()).toBe(false);
  press("Close Second");
  expect(beside()).toBe(true);
  now.mockReturnValue(later + 10_500);
  expect(beside()).toBe(false);
});

/** Changes the address before the router around it listens. A step back while the app takes over the page does so too. */
function Changed() {
  useLayoutEffect(() => history.replaceState({ key: "earlier", idx: 0, usr: null }, "", "/favorites"), []);
  return <output>{useLocation().pathname}</output>;
}

// In this file, since each file's router would listen in the window that the files share.
it("[S1333] shows the page of an address that changed before the router listened", async () => {
  cleanup();
  history.replaceState({ key: "first", idx: 0, usr: null }, "", "/settings");
  render(
    <PageRouter>
      <Changed />
    </PageRouter>,
  );
  await waitFor(() => expect(shown()).toEqual(["/favorites", "/favorites"]));
});
