// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aPerson, closeScreen, newServer, openScreen } from "../../../testing/screen.tsx";
import { CropDialog } from "./crop-dialog.tsx";

const drawn: string[] = [];
let sizes: [number, number][] = [];
beforeEach(() => {
  drawn.length = 0;
  sizes = [];
  vi.stubGlobal(
    "Image",
    class {
      src = "";
      naturalWidth = 2400;
      naturalHeight = 1600;
      decode = () => Promise.resolve();
    },
  );
  const context: object = new Proxy(
    {},
    {
      get:
        (_, name: string) =>
        (...values: unknown[]) =>
          drawn.push(`${name} ${values.filter((value) => typeof value === "number").join(" ")}`),
      set: () => true,
    },
  );
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation((() => context) as never);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation(function (this: HTMLCanvasElement, done) {
    sizes.push([this.width, this.height]);
    done(new Blob(["cropped"], { type: "image/jpeg" }));
  });
});
afterEach(closeScreen);

async function open(onUse = vi.fn(async () => undefined)) {
  const server = newServer();
  server.me = aPerson();
  const onClose = vi.fn();
  const place = { place: 0, count: 5 };
  await openScreen(server, <CropDialog source="/objects/one" start={undefined} {...place} {...{ onUse, onClose }} />);
  await screen.findByText("2,400 × 1,600");
  return { onUse, onClose, frame: screen.getByRole("slider", { name: "Crop frame" }) };
}

describe("crop and turn", () => {
  it("is one stop for keys: Shift sizes, brackets turn, and the size is read", async () => {
    const { frame } = await open();
    expect(document.activeElement).toBe(frame);
    expect(screen.getByText("Picture 1 of 5, the main picture")).toBeTruthy();
    fireEvent.keyDown(frame, { key: "]" });
    expect(frame.getAttribute("aria-valuetext")).toBe("1,600 by 1,067, turned 90 degrees");
    expect(screen.getByRole("status").textContent).toBe("1,600 by 1,067, turned 90 degrees");
    fireEvent.keyDown(frame, { key: "[" });
    fireEvent.keyDown(frame, { key: "PageDown", shiftKey: true });
    expect(frame.getAttribute("aria-valuetext")).toBe("2,160 by 1,440");
    fireEvent.click(screen.getByRole("button", { name: "Start over" }));
    expect(frame.getAttribute("aria-valuetext")).toBe("2,400 by 1,600");
  });

  it("[S810] is sized by two fingers, one of which is beside the frame", async () => {
    vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(656);
    vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(480);
    const { frame } = await open();
    fireEvent.keyDown(frame, { key: "PageDown", shiftKey: true });
    const stage = frame.parentElement!;
    fireEvent.pointerDown(frame, { pointerId: 1, clientX: 300, clientY: 200 });
    fireEvent.pointerDown(stage, { pointerId: 2, clientX: 620, clientY: 200 });
    fireEvent.pointerMove(stage, { pointerId: 2, clientX: 590, clientY: 200 });
    expect(frame.getAttribute("aria-valuetext")).toBe("2,040 by 1,360");
    fireEvent.pointerUp(stage, { pointerId: 2 });
    fireEvent.pointerUp(stage, { pointerId: 1 });
  });

  it("gives the drawn part as JPEG, turned, straightened and mirrored", async () => {
    const { onUse, onClose } = await open();
    fireEvent.click(screen.getByRole("button", { name: "Turn right" }));
    fireEvent.click(screen.getByRole("button", { name: "Mirror" }));
    fireEvent.change(screen.getByRole("slider", { name: "Straighten" }), { target: { value: "-2.5" } });
    fireEvent.click(screen.getByRole("button", { name: "Use picture" }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(onUse).toHaveBeenCalledTimes(1);
    expect(drawn).toContain(`rotate ${((270 - 2.5) * Math.PI) / 180}`);
    expect(drawn).toContain("scale -1 1");
    const [width = 0, height = 0] = sizes[0] ?? [];
    expect(width).toBeLessThan(1600);
    expect(Math.round(width / 1.5)).toBe(height);
  });

  it("stores nothing when nothing changed", async () => {
    const { onUse, onClose } = await open();
    fireEvent.click(screen.getByRole("button", { name: "Use picture" }));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(onUse).not.toHaveBeenCalled();
  });
});
