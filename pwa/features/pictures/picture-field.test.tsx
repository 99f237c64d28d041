// @vitest-environment happy-dom
import { fireEvent, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aPerson, closeScreen, newServer, openScreen, shownToast } from "../../testing/screen.tsx";
import { addPicture } from "./add-picture.ts";
import { PictureField } from "./picture-field.tsx";

let server: ReturnType<typeof newServer>;
beforeEach(() => {
  server = newServer();
  server.me = aPerson();
});
afterEach(closeScreen);

const paths = (count: number) => Array.from({ length: count }, (_, at) => `/illustrations/${"abcdef"[at]}.svg`);

let images: readonly string[] = [];
function Field({ start }: { start: readonly string[] }) {
  const [now, setNow] = useState(start);
  images = now;
  return <PictureField images={now} onChange={setNow} />;
}

async function open(count: number) {
  await openScreen(server, <Field start={paths(count)} />);
  return within(screen.getByRole("group", { name: "Pictures" }));
}

const letters = () => images.map((path) => path.at(-5)).join("");

describe("the pictures of a form", () => {
  it("[S103] marks the first as Main and counts them", async () => {
    const field = await open(3);
    expect(field.getByText("3 of 6. The first is the main picture.")).toBeTruthy();
    const [first, ...others] = field.getAllByRole("listitem");
    expect(within(first!).getByText("Main")).toBeTruthy();
    expect(others.filter((item) => within(item).queryByText("Main"))).toEqual([]);
  });

  it("[S100] moves them up and down by buttons, which stop at the ends", async () => {
    const field = await open(3);
    fireEvent.click(field.getByRole("button", { name: "Move picture 3 up" }));
    expect(letters()).toBe("acb");
    fireEvent.click(field.getByRole("button", { name: "Move picture 1 down" }));
    expect(letters()).toBe("cab");
    expect(field.getByRole<HTMLButtonElement>("button", { name: "Move picture 1 up" }).disabled).toBe(true);
    expect(field.getByRole<HTMLButtonElement>("button", { name: "Move picture 3 down" }).disabled).toBe(true);
  });

  it("moves them by keys, keeps the focus on the picture and announces its place", async () => {
    const field = await open(3);
    fireEvent.keyDown(field.getByRole("button", { name: "Picture 2 of 3" }), { key: "ArrowLeft" });
    expect(letters()).toBe("bac");
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Picture 1 of 3, main picture");
    expect(field.getByRole("status").textContent).toBe("Picture moved to place 1 of 3. It is the main picture.");
  });

  it("drags them with a mouse", async () => {
    const field = await open(3);
    const list = field.getByRole("list");
    const boxes = list.querySelectorAll<HTMLElement>("[data-place]");
    boxes.forEach((box, at) => {
      box.getBoundingClientRect = () => new DOMRect(Number(box.dataset["place"] ?? at) * 100, 0, 100, 100);
    });
    const at = (clientX: number) => ({
      pointerId: 1,
      pointerType: "mouse",
      isPrimary: true,
      button: 0,
      clientX,
      clientY: 50,
    });
    fireEvent.pointerDown(field.getByRole("button", { name: "Picture 3 of 3" }), at(250));
    fireEvent.pointerMove(window, at(230));
    fireEvent.pointerMove(window, at(50));
    fireEvent.pointerUp(window, at(50));
    expect(letters()).toBe("cab");
    expect(field.getByRole("status").textContent).toContain("place 1 of 3");
    fireEvent.pointerMove(window, at(250));
    expect(letters()).toBe("cab");
  });

  it("[S101] deletes them by button and by key", async () => {
    const field = await open(3);
    fireEvent.click(field.getByRole("button", { name: "Delete picture 1" }));
    expect(letters()).toBe("bc");
    fireEvent.keyDown(field.getByRole("button", { name: "Picture 2 of 2" }), { key: "Delete" });
    expect(letters()).toBe("b");
    expect(field.getByRole("status").textContent).toBe("Picture 2 deleted.");
  });

  it("[S102] hides the upload control at six", async () => {
    const field = await open(6);
    expect(field.queryByRole("button", { name: "Add picture" })).toBeNull();
    fireEvent.click(field.getByRole("button", { name: "Delete picture 6" }));
    expect(field.getByRole("button", { name: "Add picture" })).toBeTruthy();
  });

  it("[S187] rejects a seventh, and confirms an added one", () => {
    expect(addPicture(paths(6), "mark", true)).toBeNull();
    expect(shownToast()).toEqual({
      title: "Maximum images reached",
      description: "You can upload up to 6 images.",
      kind: "bad",
    });
    expect(addPicture(paths(1), "mark", true)).toEqual(["/illustrations/a.svg", "mark"]);
    expect(shownToast()).toEqual({
      title: "Image uploaded!",
      description: "Your aircraft image has been uploaded successfully.",
      kind: "ok",
    });
    addPicture([], "mark", false);
    expect(shownToast()).toMatchObject({ title: "Saved on this device", kind: "wait" });
  });
});
