import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Heart, Menu } from "lucide-react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { IconButton } from "../actions/icon-button.tsx";
import { openDelay, skipWindow, Tooltips } from "./tooltips.tsx";

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
const away = () => fireEvent.pointerOver(document.body, { pointerType: "mouse" });
function pass(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}
const shown = () =>
  screen.queryByText((text, element) => text !== "" && element?.tagName === "DIV")?.firstChild?.textContent;

describe("the tooltip of an icon button", () => {
  it("[S322] appears after 700 ms of hovering and closes when the pointer leaves", () => {
    expect(openDelay).toBe(700);
    hover("Menu");
    pass(openDelay - 1);
    expect(shown()).toBeUndefined();
    pass(1);
    expect(shown()).toBe("Menu");
    away();
    expect(shown()).toBeUndefined();
  });

  it("[S323] appears at once within 300 ms of the previous one, and not later", () => {
    expect(skipWindow).toBe(300);
    hover("Menu");
    pass(openDelay);
    away();
    pass(skipWindow - 1);
    hover("My Favorites");
    pass(0);
    expect(shown()).toBe("My Favorites");
    away();
    pass(skipWindow);
    hover("Menu");
    pass(0);
    expect(shown()).toBeUndefined();
  });

  it("does not appear on touch", () => {
    fireEvent.pointerOver(screen.getByRole("button", { name: "Menu" }), { pointerType: "touch" });
    pass(openDelay * 2);
    expect(shown()).toBeUndefined();
  });

  it("closes on Escape", () => {
    hover("Menu");
    pass(openDelay);
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(shown()).toBeUndefined();
  });
});
