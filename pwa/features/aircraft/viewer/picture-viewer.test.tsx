// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Gallery } from "../gallery.tsx";

const plane = {
  name: "Husky",
  type: "jet" as const,
  imageUrl: "",
  images: ["/objects/1", "/objects/2", "/objects/3", "/objects/4"],
};

const viewer = () => screen.getByRole("dialog", { name: "Husky" });
const counter = () => screen.getByRole("status").textContent;
const scale = () => Number(stage().dataset["scale"]);
const stage = () => viewer().querySelector<HTMLElement>("[data-scale]")!;
const press = (key: string) => fireEvent.keyDown(viewer(), { key });
const shown = () =>
  [...stage().querySelectorAll("img")].map((image) => ({ src: image.getAttribute("src"), alt: image.alt }));

async function open(words = "Show 4 pictures full screen") {
  fireEvent.click(screen.getByRole("button", { name: words }));
  await screen.findByRole("dialog");
}

describe("viewer", () => {
  beforeEach(async () => {
    render(<Gallery plane={plane} />);
    await open();
  });
  afterEach(() => {
    vi.useRealTimers();
    cleanup();
  });

  it("turns the page with arrow keys, Home and End, and counts", () => {
    expect(counter()).toBe("1 / 4Picture 1 of 4");
    const seen = ["ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home", "ArrowLeft"].map((key) => {
      press(key);
      return counter()?.slice(0, 5);
    });
    expect(seen).toEqual(["2 / 4", "3 / 4", "2 / 4", "4 / 4", "4 / 4", "1 / 4", "1 / 4"]);
  });

  it("fetches the neighbors ahead in the widths of the server, and no other picture", () => {
    press("ArrowRight");
    press("ArrowRight");
    expect(shown().map(({ src }) => src)).toEqual(["/objects/2", "/objects/3", "/objects/4"]);
    expect(shown().map(({ alt }) => alt)).toEqual(["", "Husky, picture 3 of 4", ""]);
    for (const image of stage().querySelectorAll("img")) {
      expect(image.getAttribute("srcset")).toContain("?w=640 640w");
      expect(image.sizes).toBe("calc(min(100vw, (100vh - 200px) * 1.500) * 1)");
    }
  });

  it("[S551] asks for a larger width when zoomed, in steps of two, and only of the shown picture", () => {
    press("ArrowRight");
    const factors = () =>
      [...stage().querySelectorAll("img")].map(({ sizes }) => Number(/([\d.]+)\)$/.exec(sizes)?.[1]));
    const seen = [factors()];
    for (let n = 0; n < 4; n += 1) {
      press("+");
      seen.push(factors());
    }
    press("ArrowRight");
    expect([...seen, factors()]).toEqual([
      [1, 1, 1],
      [1, 2, 1],
      [1, 4, 1],
      [1, 4, 1],
      [1, 4, 1],
      [1, 1, 1],
    ]);
  });

  it("zooms with + and −, up to four times, and shows the next picture whole", () => {
    press("-");
    expect(scale()).toBe(1);
    for (let n = 0; n < 6; n += 1) press("+");
    expect(scale()).toBe(4);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Larger" }).disabled).toBe(true);
    press("ArrowRight");
    expect(scale()).toBe(1);
  });

  it("turns with a swipe, and pans instead when zoomed", () => {
    const swipe = () => {
      fireEvent.pointerDown(stage(), { pointerId: 1, clientX: 300, clientY: 200 });
      fireEvent.pointerMove(stage(), { pointerId: 1, clientX: 100, clientY: 210 });
      fireEvent.pointerUp(stage(), { pointerId: 1, clientX: 100, clientY: 210 });
    };
    swipe();
    expect(counter()).toContain("2 / 4");
    press("+");
    swipe();
    expect(counter()).toContain("2 / 4");
  });

  it("pinches, and a double tap switches between whole and twice as large", () => {
    const finger = (pointerId: number, clientX: number) => ({ pointerId, clientX, clientY: 100 });
    fireEvent.pointerDown(stage(), finger(1, 100));
    fireEvent.pointerDown(stage(), finger(2, 200));
    fireEvent.pointerMove(stage(), finger(2, 400));
    expect(scale()).toBe(3);
    fireEvent.pointerUp(stage(), finger(2, 400));
    fireEvent.pointerUp(stage(), finger(1, 100));
    const tap = () => {
      fireEvent.pointerDown(stage(), finger(1, 150));
      fireEvent.pointerUp(stage(), finger(1, 150));
    };
    tap();
    tap();
    expect(scale()).toBe(1);
    tap();
    tap();
    expect(scale()).toBe(2);
  });

  it("closes with Escape and moves the focus to the thumbnail of the last picture", async () => {
    press("ArrowRight");
    fireEvent.keyDown(document.activeElement ?? viewer(), { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const thumb = screen.getByRole("button", { name: "Husky, picture 2 of 4" });
    await waitFor(() => expect(document.activeElement).toBe(thumb));
    expect(thumb.getAttribute("aria-pressed")).toBe("true");
  });

  it("leaves the focus where the user went since it closed", async () => {
    const next = document.body.appendChild(document.createElement("button"));
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    fireEvent.keyDown(document.activeElement ?? viewer(), { key: "Escape" });
    expect(screen.queryByRole("dialog")).toBeNull();
    next.focus();
    // Radix returns the focus in a timer.
    act(() => void vi.advanceTimersByTime(100));
    expect(document.activeElement).toBe(next);
    next.remove();
  });

  it("closes with a swipe down, not with a short one", async () => {
    const down = (to: number) => {
      fireEvent.pointerDown(stage(), { pointerId: 1, clientX: 200, clientY: 100 });
      fireEvent.pointerMove(stage(), { pointerId: 1, clientX: 205, clientY: to });
      fireEvent.pointerUp(stage(), { pointerId: 1, clientX: 205, clientY: to });
    };
    down(160);
    expect(viewer()).toBeDefined();
    down(300);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

it("[S552] shows a picture's placeholder until the full picture has loaded", async () => {
  const tiny = "data:image/webp;base64,AAAA";
  const info = { path: "/objects/1", width: 1600, height: 1067, placeholder: tiny, widths: [], formats: [] };
  render(<Gallery plane={plane} known={[info]} />);
  await open();
  const images = () => stage().querySelectorAll("img");
  const backgrounds = () => [...images()].map((image) => image.style.backgroundImage);
  expect(backgrounds()).toEqual([expect.stringContaining(encodeURIComponent(tiny)), ""]);
  fireEvent.load(images()[0]!);
  expect(backgrounds()).toEqual(["", ""]);
  cleanup();
});

describe("viewer of drawings", () => {
  afterEach(cleanup);

  it("names what each drawing shows, and says that there are no photos", async () => {
    render(<Gallery plane={{ ...plane, images: [] }} />);
    await open("Show 3 drawings full screen");
    expect(viewer().textContent).toContain("Drawings of the type. No photos yet.");
    const names = ["Exterior", "Panel", "Cabin"];
    for (const name of names) {
      expect(viewer().querySelector("header")?.textContent).toContain(name);
      press("ArrowRight");
    }
  });
});
