// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TOAST_MS, ToastView, type ToastContent } from "./toast-view.tsx";

const words: ToastContent = { id: 1, title: "Code sent!", kind: "ok", stay: false };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function pass(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

describe("the toast", () => {
  it("[S320] closes after 5000 ms and not before", () => {
    const onClose = vi.fn();
    render(<ToastView toast={words} onClose={onClose} />);
    pass(TOAST_MS - 1);
    expect(onClose).not.toHaveBeenCalled();
    pass(1);
    expect(onClose).toHaveBeenCalledWith(1);
    expect(TOAST_MS).toBe(5000);
  });

  it("stays while the pointer is over it", () => {
    const onClose = vi.fn();
    render(<ToastView toast={words} onClose={onClose} />);
    fireEvent.pointerMove(screen.getByRole("region"));
    pass(60_000);
    expect(onClose).not.toHaveBeenCalled();
  });

  it("stays until it is closed when it needs an answer", () => {
    const onClose = vi.fn();
    const press = vi.fn();
    const update: ToastContent = { ...words, kind: "update", stay: true, action: { label: "Reload", onPress: press } };
    render(<ToastView toast={update} onClose={onClose} />);
    pass(3_600_000);
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", { name: "Reload" }));
    expect(press).toHaveBeenCalledOnce();
    expect(onClose).toHaveBeenCalledWith(1);
  });

  it("[S285] announces errors assertively and other toasts politely", () => {
    const { rerender } = render(<ToastView toast={{ ...words, kind: "bad" }} onClose={() => undefined} />);
    pass(50);
    expect(document.querySelector("[aria-live]:not([aria-live=off])")?.getAttribute("aria-live")).toBe("assertive");
    rerender(<ToastView toast={{ ...words, id: 2 }} onClose={() => undefined} />);
    pass(50);
    expect(document.querySelector("[aria-live]:not([aria-live=off])")?.getAttribute("aria-live")).toBe("polite");
  });
});
