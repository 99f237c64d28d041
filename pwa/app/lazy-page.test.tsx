// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { ErrorBoundary } from "./error-boundary.tsx";
import { lazyPage } from "./lazy-page.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Loads a page's code: every fetch fails until the test sets a result. */
function missingCode() {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  return vi.fn(() => Promise.reject<() => string>(new TypeError("Failed to fetch dynamically imported module")));
}

function open(load: () => Promise<() => string>) {
  const Page = lazyPage(load);
  render(
    <ErrorBoundary>
      <Suspense fallback="Loading...">
        <Page />
      </Suspense>
    </ErrorBoundary>,
  );
}

it("fetches a missing page once per try, and again when the network is back", async () => {
  const load = missingCode();
  open(load);
  await screen.findByRole("heading", { name: "Not on this device yet" });
  expect(load).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("heading", { name: "Not on this device yet" });
  expect(load).toHaveBeenCalledTimes(2);
  load.mockResolvedValue(() => "Messages");
  await act(async () => void window.dispatchEvent(new Event("online")));
  expect(await screen.findByText("Messages")).toBeTruthy();
});

it("fetches a missing page again when the network is back as soon as the notice appears", async () => {
  const load = missingCode();
  const shown = new MutationObserver(() => {
    if (!document.querySelector("h1")) return;
    shown.disconnect();
    load.mockResolvedValue(() => "Messages");
    window.dispatchEvent(new Event("online"));
  });
  shown.observe(document.body, { childList: true, subtree: true });
  open(load);
  expect(await screen.findByText("Messages")).toBeTruthy();
});
