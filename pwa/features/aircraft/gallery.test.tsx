// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { PictureInfo } from "../../../shared/domain/uploads.ts";
import { Gallery } from "./gallery.tsx";

afterEach(cleanup);

const plane = {
  name: "Husky",
  type: "single-engine" as const,
  imageUrl: "/main.jpg",
  images: ["/one.jpg", "/two.jpg", "/three.jpg"],
};

const info = (path: string, width: number, height: number, placeholder: string): PictureInfo => ({
  path,
  width,
  height,
  placeholder,
  widths: [],
  formats: [],
});

const main = () => screen.getAllByRole("img").find((image) => image.getAttribute("alt"));
const thumb = (place: number) => screen.getByRole("button", { name: `Husky, picture ${place} of 3` });

describe("gallery", () => {
  it("shows the first picture large under the aircraft's name", () => {
    render(<Gallery plane={plane} />);
    expect(main()?.getAttribute("src")).toBe("/one.jpg");
    expect(main()?.getAttribute("alt")).toBe("Husky");
    expect(thumb(1).getAttribute("aria-pressed")).toBe("true");
  });

  it("[S074] shows the clicked picture and marks it as current", () => {
    render(<Gallery plane={plane} />);
    fireEvent.click(thumb(3));
    expect(main()?.getAttribute("src")).toBe("/three.jpg");
    expect(main()?.getAttribute("alt")).toBe("Husky, picture 3 of 3");
  });

  it("moves with the arrow keys, wraps around, and moves the focus", () => {
    render(<Gallery plane={plane} />);
    thumb(1).focus();
    fireEvent.keyDown(thumb(1), { key: "ArrowLeft" });
    expect(main()?.getAttribute("src")).toBe("/three.jpg");
    expect(document.activeElement).toBe(thumb(3));
    fireEvent.keyDown(thumb(3), { key: "ArrowRight" });
    expect(main()?.getAttribute("src")).toBe("/one.jpg");
  });

  it("moves with a swipe, not with a tap", () => {
    render(<Gallery plane={plane} />);
    const box = main()?.parentElement as HTMLElement;
    const touch = { isPrimary: true, pointerType: "touch" };
    fireEvent.pointerDown(box, { ...touch, clientX: 200 });
    fireEvent.pointerUp(box, { ...touch, clientX: 190 });
    expect(main()?.getAttribute("src")).toBe("/one.jpg");
    fireEvent.pointerDown(box, { ...touch, clientX: 200 });
    fireEvent.pointerUp(box, { ...touch, clientX: 100 });
    expect(main()?.getAttribute("src")).toBe("/two.jpg");
  });

  it("shows no thumbnails for a single picture", () => {
    render(<Gallery plane={{ ...plane, images: ["/one.jpg"] }} />);
    expect(screen.queryAllByRole("button", { name: /^Husky, picture/ })).toEqual([]);
  });

  it("[S553] shows drawings of the type, and says so once, while a listing has no photo", () => {
    const drawings = { ...plane, imageUrl: "", images: [] };
    const { rerender } = render(<Gallery plane={drawings} />);
    expect(main()?.getAttribute("src")).toBe("/illustrations/single-engine.svg");
    expect(screen.getAllByText("Drawings of the type. No photos yet.")).toHaveLength(1);
    expect(screen.getAllByRole("button", { name: /^Husky, picture/ })).toHaveLength(3);
    rerender(<Gallery plane={{ ...drawings, images: ["/one.jpg"] }} />);
    expect(screen.queryByText(/Drawings/)).toBeNull();
    expect(screen.getAllByRole("img").map((image) => image.getAttribute("src"))).toEqual(["/one.jpg"]);
  });

  it("shows a stored picture's placeholder, in its shape, until the picture has loaded", () => {
    const tiny = "data:image/webp;base64,AAAA";
    const known = [info("/one.jpg", 1600, 900, tiny), info("/elsewhere.jpg", 640, 480, "data:image/webp;base64,BBBB")];
    render(<Gallery plane={plane} known={known} />);
    const shown = (image: Element | null | undefined) => (image as HTMLImageElement).style.backgroundImage;
    const small = (place: number) => thumb(place).querySelector("img");
    for (const image of [main(), small(1)]) {
      expect(shown(image)).toContain(encodeURIComponent(tiny));
      expect([image?.getAttribute("width"), image?.getAttribute("height")]).toEqual(["1600", "900"]);
    }
    expect(shown(small(2))).toBe("");

    fireEvent.load(main() as HTMLElement);
    expect(shown(main())).toBe("");
    expect(shown(small(1))).toContain(encodeURIComponent(tiny));
    fireEvent.error(small(1) as HTMLElement);
    expect(shown(small(1))).toBe("");
  });

  it("[S073] shows the default drawing when a picture fails to load", () => {
    render(<Gallery plane={{ ...plane, images: ["/one.jpg"] }} />);
    fireEvent.error(main() as HTMLElement);
    expect(main()?.getAttribute("src")).toBe("/illustrations/default-aircraft.svg");
  });
});
