// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pillPlace } from "../../client/shell/pill-place.ts";
import { useProgress } from "../../client/sync/sync-status.ts";
import { SyncPill } from "./sync-pill.tsx";

let isNarrow: boolean;
let tellWidth: () => void;
const atRest = useProgress.getState();

beforeEach(() => {
  isNarrow = true;
  vi.stubGlobal("matchMedia", () => ({
    matches: isNarrow,
    addEventListener: (_: string, tell: () => void) => void (tellWidth = tell),
    removeEventListener: () => undefined,
  }));
  useProgress.setState({ ...atRest, kind: "waiting", waiting: 2 });
});
afterEach(() => {
  cleanup();
  useProgress.setState(atRest);
  vi.unstubAllGlobals();
});

const draw = (hasPlace: boolean) =>
  render(
    <MemoryRouter>
      <header>
        <SyncPill />
      </header>
      {hasPlace && <main ref={pillPlace} />}
    </MemoryRouter>,
  );
const stands = () => screen.getByRole("button", { name: "2 waiting" }).closest("header, main")?.tagName;

describe("the sync pill", () => {
  it("appears beside the heading of a narrow page that has a slot for it", () => {
    const { unmount } = draw(true);
    expect(stands()).toBe("MAIN");
    isNarrow = false;
    act(() => tellWidth());
    expect(stands()).toBe("HEADER");
    unmount();
    isNarrow = true;
    draw(false);
    expect(stands()).toBe("HEADER");
  });

  it("is announced in every place", () => {
    draw(true);
    const status = screen.getByRole("status");
    expect(status.textContent).toBe("2 waiting");
    // A page with its own slot may hide the header.
    expect(status.closest("header")).toBeNull();
  });
});
