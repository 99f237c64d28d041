// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { usePullDown } from "./use-pull-down.ts";

let closed = 0;
function Sheet() {
  const pull = usePullDown(() => (closed += 1));
  return (
    <section aria-label="Sheet">
      <header data-testid="head" {...pull}>
        Title
      </header>
    </section>
  );
}
beforeEach(() => {
  closed = 0;
  render(<Sheet />);
});
afterEach(cleanup);

const head = () => screen.getByTestId("head");
const shift = () => screen.getByRole("region").style.translate;
function pull(to: number, pointerType = "touch") {
  head().setPointerCapture = () => undefined;
  fireEvent.pointerDown(head(), { clientY: 100, pointerId: 1, pointerType });
  fireEvent.pointerMove(head(), { clientY: to, pointerId: 1, pointerType });
}

it("follows the finger and closes when it is let go far enough down", () => {
  pull(190);
  expect(shift()).toBe("0 90px");
  fireEvent.pointerUp(head(), { clientY: 190, pointerId: 1 });
  expect([closed, shift()]).toEqual([1, ""]);
});

it("stays after a short pull, a pull up, a cancelled pull, and with a mouse", () => {
  for (const to of [150, 20]) {
    pull(to);
    fireEvent.pointerUp(head(), { clientY: to, pointerId: 1 });
  }
  pull(300);
  fireEvent.pointerCancel(head(), { clientY: 300, pointerId: 1 });
  pull(300, "mouse");
  fireEvent.pointerUp(head(), { clientY: 300, pointerId: 1 });
  expect([closed, shift()]).toEqual([0, ""]);
});
