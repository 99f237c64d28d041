import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Heart, Menu } from "../icons/icons.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { IconButton } from "../actions/icon-button.tsx";
import { OPEN_DELAY_MS, SKIP_WINDOW_MS, Tooltips } from "./tooltips.tsx";

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <>
      <IconButton icon={Menu} label="Menu" />
      <IconButton icon={Heart} label="My Favorites" />
      <Tooltips />
    </>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const hover = (name: string) => fireEvent.pointerOver(screen.getByRole("button", { name }), { pointerType: "mouse" });
const leaveControl = () => fireEvent.pointerOver(document.body, { pointerType: "mouse" });
function pass(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}
const shown = () =>
  screen.queryByText((text, element) => text !== "" && element?.tagName === "DIV")?.firstChild?.textContent;

describe("the tooltip of an icon button", () => {
  it("[S322] appears after 700 ms of hovering and closes when the pointer leaves", () => {
    expect(OPEN_DELAY_MS).toBe(700);
    hover("Menu");
    pass(OPEN_DELAY_MS - 1);
    expect(shown()).toBeUndefined();
    pass(1);
    expect(shown()).toBe("Menu");
    leaveControl();
    expect(shown()).toBeUndefined();
  });

  it("[S323] appears at once within 300 ms of the previous one, and not later", () => {
    expect(SKIP_WINDOW_MS).toBe(300);
    hover("Menu");
    pass(OPEN_DELAY_MS);
    leaveControl();
    pass(SKIP_WINDOW_MS - 1);
    hover("My Favorites");
    pass(0);
    expect(shown()).toBe("My Favorites");
    leaveControl();
    pass(SKIP_WINDOW_MS);
    hover("Menu");
    pass(0);
    expect(shown()).toBeUndefined();
  });

  it("[S1247] does not cover the menu that its button has opened", () => {
    screen.getByRole("button", { name: "Menu" }).setAttribute("aria-expanded", "true");
    hover("Menu");
    pass(OPEN_DELAY_MS);
    expect(shown()).toBeUndefined();
  });

  it("does not appear on touch", () => {
    fireEvent.pointerOver(screen.getByRole("button", { name: "Menu" }), { pointerType: "touch" });
    pass(OPEN_DELAY_MS * 2);
    expect(shown()).toBeUndefined();
  });

  it("closes on Escape", () => {
    hover("Menu");
    pass(OPEN_DELAY_MS);
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(shown()).toBeUndefined();
  });
});
