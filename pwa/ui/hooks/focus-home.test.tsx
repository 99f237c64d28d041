// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useEffect, useRef, useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { Dialog } from "../overlay/dialog.tsx";
import { useFocusHome } from "./focus-home.ts";

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const focused = () => document.activeElement?.textContent;

function Card({ onPress }: { onPress: (() => void) | null }) {
  return (
    <section data-focus-home="one">
      <h4>Skyhawk</h4>
      {onPress && <button onClick={onPress}>Accept</button>}
    </section>
  );
}

it("[S495] a part keeps the focus when its button goes and it is drawn again elsewhere", async () => {
  function Log() {
    const box = useRef<HTMLDivElement>(null);
    const focus = useFocusHome(box);
    const [place, setPlace] = useState(0);
    return (
      <main tabIndex={-1}>
        <div ref={box} {...focus}>
          {[0, 1].map((one) => (
            <div key={one}>{one === place && <Card onPress={place === 0 ? () => setPlace(1) : null} />}</div>
          ))}
        </div>
      </main>
    );
  }
  render(<Log />);
  const accept = screen.getByRole("button", { name: "Accept" });
  accept.focus();
  fireEvent.click(accept);
  await waitFor(() => expect(focused()).toBe("Skyhawk"));
});

/** A field that takes the focus as it is drawn. */
function Eager() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return <input ref={field} aria-label="Note" />;
}

type PageProps = { removes?: boolean; focusOnClose?: (() => HTMLElement) | undefined };

function Page({ removes = false, focusOnClose }: PageProps) {
  const [isOpen, setOpen] = useState(false);
  const [isLeft, setLeft] = useState(true);
  const close = () => {
    if (removes) setLeft(false);
    setOpen(false);
  };
  return (
    <main tabIndex={-1}>
      <Card onPress={isLeft ? () => setOpen(true) : null} />
      <button>Next</button>
      {isOpen && (
        <Dialog open title="Block" onClose={close} {...(focusOnClose && { focusOnClose })}>
          <Eager />
        </Dialog>
      )}
    </main>
  );
}

async function openAndClose() {
  const accept = screen.getByRole("button", { name: "Accept" });
  accept.focus();
  fireEvent.click(accept);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Note")));
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
}

it("a dialog returns the focus to its opener, also when a field inside takes it as it is drawn", async () => {
  render(<Page />);
  await openAndClose();
  await waitFor(() => expect(focused()).toBe("Accept"));
});

it("a dialog whose opener is gone returns the focus to the part that had it", async () => {
  render(<Page removes />);
  await openAndClose();
  await waitFor(() => expect(focused()).toBe("Skyhawk"));
});

it.each([false, true])("a dialog leaves the focus where the user went since it closed", async (hasPlace) => {
  render(<Page focusOnClose={hasPlace ? () => screen.getByRole("button", { name: "Accept" }) : undefined} />);
  const accept = screen.getByRole("button", { name: "Accept" });
  accept.focus();
  fireEvent.click(accept);
  await screen.findByRole("dialog", { name: "Block" });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  const next = screen.getByRole("button", { name: "Next" });
  next.focus();
  // Radix returns the focus in a timer.
  act(() => void vi.advanceTimersByTime(100));
  expect(document.activeElement).toBe(next);
});
