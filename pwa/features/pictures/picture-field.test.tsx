// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useUploadProgress } from "../../client/pictures/upload-progress.ts";
import { closeToast, useToasts } from "../../client/shell/toasts.ts";
import { aPerson, closeScreen, newServer, openScreen, shownToast } from "../../testing/screen.tsx";
import { addPicture } from "./add-picture.ts";
import { PictureField } from "./picture-field.tsx";

let server: ReturnType<typeof newServer>;
beforeEach(() => {
  server = newServer();
  server.me = aPerson();
  // Blobs from fake-indexeddb are no real Blobs.
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:stored");
  Element.prototype.animate = vi.fn();
  // The test's DOM decodes no pictures.
  vi.stubGlobal("createImageBitmap", () => Promise.resolve({ width: 3, height: 2, close: () => undefined }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  closeScreen();
  useUploadProgress.setState({}, true);
});

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
const photo = (name: string, size = 10, type = "image/jpeg") => {
  const file = new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xd9)], name, { type });
  Object.defineProperty(file, "size", { value: size });
  return file;
};
function choose(...files: File[]) {
  const input = document.querySelector<HTMLInputElement>("[data-choose]");
  Object.defineProperty(input, "files", { value: files, configurable: true });
  fireEvent.change(input as HTMLInputElement);
}
const tiles = () => document.querySelectorAll("[data-picture]");

type Field = Awaited<ReturnType<typeof open>>;
const handle = (field: Field, place: number) =>
  field.getByRole("button", { name: new RegExp(`^Move picture ${place} of`) });
const said = (field: Field) => field.getAllByRole("status").map((one) => one.textContent);

describe("the pictures of a form", () => {
  it("[S103] marks the first as Main and counts them", async () => {
    const field = await open(3);
    expect(document.querySelector(".num")?.textContent).toContain("3 of 6.");
    const [first, ...others] = field.getAllByRole("listitem");
    expect(within(first!).getByText("Main")).toBeTruthy();
    expect(others.filter((item) => within(item).queryByText("Main"))).toEqual([]);
  });

  it("[S100] moves them up and down by a menu, which stops at the ends", async () => {
    const field = await open(3);
    const pick = async (place: number, name: string) => {
      fireEvent.click(handle(field, place));
      fireEvent.click(await screen.findByRole("menuitem", { name }));
    };
    await pick(3, "Move up");
    expect(letters()).toBe("acb");
    await pick(1, "Move down");
    expect(letters()).toBe("cab");
    await pick(3, "Make main");
    expect(letters()).toBe("bca");
    expect(said(field)).toContain("Dropped, place 1 of 3. Picture 1 is the main picture.");
    fireEvent.click(handle(field, 1));
    expect((await screen.findByRole("menuitem", { name: "Move up" })).hasAttribute("data-disabled")).toBe(true);
    expect(screen.getByRole("menuitem", { name: "Make main" }).hasAttribute("data-disabled")).toBe(true);
  });

  it("keeps a menu open that was opened before the one of another picture gave the focus back", async () => {
    const field = await open(3);
    fireEvent.click(handle(field, 3));
    const item = await screen.findByRole("menuitem", { name: "Move up" });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    fireEvent.click(item);
    fireEvent.click(handle(field, 1));
    act(() => void vi.advanceTimersByTime(100));
    expect(screen.getByRole("menu").contains(document.activeElement)).toBe(true);
    fireEvent.click(screen.getByRole("menuitem", { name: "Move down" }));
    expect(letters()).toBe("cab");
    // Nobody has moved the focus since.
    act(() => void vi.advanceTimersByTime(100));
    expect(document.activeElement).toBe(handle(field, 2));
  });

  it("[S548] lifts, moves and drops them by keys on the handle, announces it, and keeps the focus", async () => {
    const field = await open(3);
    const key = (place: number, name: string) => fireEvent.keyDown(handle(field, place), { key: name });
    key(3, " ");
    expect(said(field)).toContain("Picture 3 lifted, place 3 of 3");
    key(3, "ArrowLeft");
    expect(said(field)).toContain("Place 2 of 3");
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Move picture 2 of 3");
    expect(letters()).toBe("abc");
    key(2, " ");
    expect(said(field)).toContain("Dropped, place 2 of 3. Picture 1 is the main picture.");
    expect(letters()).toBe("acb");
  });

  it("[S549] puts a lifted picture back on Escape, which reaches no dialog", async () => {
    const field = await open(3);
    const closes = vi.fn();
    document.addEventListener("keydown", closes);
    fireEvent.keyDown(handle(field, 1), { key: " " });
    fireEvent.keyDown(handle(field, 1), { key: "End" });
    closes.mockClear();
    fireEvent.keyDown(handle(field, 3), { key: "Escape" });
    document.removeEventListener("keydown", closes);
    expect(closes).not.toHaveBeenCalled();
    expect(letters()).toBe("abc");
    expect(handle(field, 1)).toBe(document.activeElement);
  });

  it("[S550] drags them by the handle with a mouse at once, and with a finger after 150 ms", async () => {
    const field = await open(3);
    for (const tile of tiles() as NodeListOf<HTMLElement>) {
      tile.getBoundingClientRect = () => new DOMRect([...tiles()].indexOf(tile) * 100, 0, 100, 100);
    }
    const at = (clientX: number, pointerType = "mouse") => ({
      ...{ pointerId: 1, pointerType, isPrimary: true, button: 0, clientX, clientY: 50 },
    });
    fireEvent.pointerDown(handle(field, 3), at(250));
    fireEvent.pointerMove(window, at(230));
    fireEvent.pointerMove(window, at(50));
    fireEvent.pointerUp(window, at(50));
    expect(letters()).toBe("cab");

    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    // An early movement scrolls.
    fireEvent.pointerDown(handle(field, 1), at(50, "touch"));
    fireEvent.pointerMove(window, at(70, "touch"));
    act(() => void vi.advanceTimersByTime(200));
    fireEvent.pointerMove(window, at(250, "touch"));
    fireEvent.pointerUp(window, at(250, "touch"));
    expect(letters()).toBe("cab");
    fireEvent.pointerDown(handle(field, 1), at(50, "touch"));
    act(() => void vi.advanceTimersByTime(150));
    fireEvent.pointerMove(window, at(150, "touch"));
    fireEvent.pointerUp(window, at(150, "touch"));
    expect(letters()).toBe("acb");
  });

  it("[S101] deletes one, focuses the next, and undoes it from the toast", async () => {
    const field = await open(3);
    fireEvent.click(field.getByRole("button", { name: "Delete picture 1" }));
    expect(letters()).toBe("bc");
    expect(document.activeElement).toBe(handle(field, 1));
    const { shown } = useToasts.getState();
    expect([shown?.title, shown?.action?.label]).toEqual(["Picture 1 deleted.", "Undo"]);
    act(() => {
      shown?.action?.onPress();
      closeToast(shown?.id ?? 0);
    });
    expect(letters()).toBe("abc");
    expect(document.activeElement).toBe(handle(field, 1));
    fireEvent.click(field.getByRole("button", { name: "Delete picture 3" }));
    expect(document.activeElement).toBe(handle(field, 2));
  });

  it("[S102] hides the upload control at six", async () => {
    const field = await open(6);
    expect(field.queryByRole("button", { name: "Choose pictures" })).toBeNull();
    expect(field.queryByRole("button", { name: "More ways to add" })).toBeNull();
    fireEvent.click(field.getByRole("button", { name: "Delete picture 6" }));
    expect(field.getByRole("button", { name: "Choose pictures" })).toBeTruthy();
    expect(field.getByRole("button", { name: "More ways to add" })).toBeTruthy();
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

describe("chosen files", () => {
  it("[S546] fill the slots in their order, and those beyond six are left out", async () => {
    const field = await open(4);
    choose(photo("one.jpg"), photo("two.jpg"), photo("three.jpg"), photo("four.jpg"));
    expect(await field.findByText("Six pictures at most. 2 were left out.")).toBeTruthy();
    await waitFor(() => expect(images).toHaveLength(6));
    expect(shownToast().title).toBe("Maximum images reached");
    expect(images.slice(0, 4)).toEqual(paths(4));
    const [fifth, sixth] = images.slice(4).map((mark) => mark.split(":")[1] ?? "");
    expect(fifth! < sixth!).toBe(true);
  });

  it("[S540] are refused before the upload when they are too large, HEIC that cannot be read, no pictures, or damaged", async () => {
    const field = await open(1);
    vi.stubGlobal("createImageBitmap", () => Promise.reject(new Error("The source image could not be decoded.")));
    const text = (name: string, type: string) => new File(["No picture."], name, { type });
    choose(
      photo("huge.jpg", 62 * 1_048_576),
      text("phone.HEIC", ""),
      text("notes.txt", "text/plain"),
      text("notes.jpg", "image/jpeg"),
      photo("cut.jpg"),
    );
    expect(await field.findByText("Picture 2: 62 MB. Up to 50 MB each.")).toBeTruthy();
    expect(
      await field.findByText("Picture 3: this browser cannot read HEIC. Save it as JPEG and choose it again."),
    ).toBeTruthy();
    expect(await field.findByText("Picture 4: this file is no picture. Choose JPEG, PNG or HEIC.")).toBeTruthy();
    expect(await field.findByText("Picture 5: this file is no picture. Choose JPEG, PNG or HEIC.")).toBeTruthy();
    expect(await field.findByText("Picture 6: this file is damaged. Choose another one.")).toBeTruthy();
    expect(images).toHaveLength(1);
  });

  it("[S547] wait without a network, are sent with their bytes, and fail with the reason and Try again", async () => {
    const field = await open(0);
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event("offline")));
    fireEvent.drop(field.getByRole("list"), {
      dataTransfer: { types: ["Files"], files: [photo("one.jpg"), photo("two.jpg")] },
    });
    await waitFor(() => expect(field.getAllByText("Waiting for signal")).toHaveLength(2));
    expect(field.getByText("2 pictures are on this device only.").parentElement?.textContent).toBe(
      "2 pictures are on this device only. They send by themselves, also after you save.",
    );
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event("online")));
    const ids = images.map((mark) => mark.split(":")[1] ?? "");
    act(() => useUploadProgress.setState({ [ids[0]!]: 0.62, [ids[1]!]: "failed" }, true));
    expect(field.getByRole("progressbar", { name: "Sending picture 1" }).getAttribute("aria-valuenow")).toBe("62");
    expect(field.getByText("Not sent")).toBeTruthy();
    expect(field.getByText("Picture 2: the server did not answer. It is still on this device.")).toBeTruthy();
    expect(field.getByRole("button", { name: "Try again, picture 2" })).toBeTruthy();
  });
});
