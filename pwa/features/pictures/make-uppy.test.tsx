// @vitest-environment happy-dom
import Uppy from "@uppy/core";
import { configure, fireEvent, screen, waitFor } from "@testing-library/react";
import type { ComponentProps } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aPerson, closeScreen, newServer, openScreen } from "../../testing/screen.tsx";
import { PictureUpload } from "./picture-upload.tsx";

let server: ReturnType<typeof newServer>;
// The first use fetches the uploader, which takes long on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
beforeEach(() => {
  server = newServer();
  server.me = aPerson({ userType: "owner" });
  // The test's DOM decodes no pictures.
  vi.stubGlobal("createImageBitmap", () => Promise.resolve({ width: 3, height: 2, close: () => undefined }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  closeScreen();
});

const onComplete = vi.fn();
const modal = () => document.querySelector<HTMLElement>(".uppy-Dashboard:not([aria-hidden=true])");

function openUpload(options: Partial<ComponentProps<typeof PictureUpload>>) {
  onComplete.mockReset();
  return openScreen(server, <PictureUpload onComplete={onComplete} {...options} />);
}
async function open(options: Partial<ComponentProps<typeof PictureUpload>> = {}) {
  await openUpload(options);
  fireEvent.click(screen.getByRole("button", { name: "Add picture" }));
  await waitFor(() => expect(modal()).not.toBeNull());
}
function choose(...files: File[]) {
  const input = document.querySelector<HTMLInputElement>(
    "input.uppy-Dashboard-input[type=file]:not([webkitdirectory])",
  );
  Object.defineProperty(input, "files", { value: files, configurable: true });
  fireEvent.change(input as HTMLInputElement);
}
const picture = (size = 10, type = "image/png", name = "ramp.png") => {
  const file = new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xd9)], name, { type });
  Object.defineProperty(file, "size", { value: size });
  return file;
};
const files = () => document.querySelectorAll(".uppy-Dashboard-Item").length;
const informed = () => document.querySelector(".uppy-Informer")?.textContent ?? "";

describe("the uploader", () => {
  it("[S109] is a modal that a button opens and Escape closes", async () => {
    await open();
    expect(document.querySelector(".uppy-Dashboard-AddFiles")).not.toBeNull();
    expect(document.querySelector(".uppy-Informer")).not.toBeNull();
    expect(document.querySelector(".uppy-Dashboard-progressindicators")).not.toBeNull();
    fireEvent.keyDown(document.body, { key: "Escape", keyCode: 27 });
    await waitFor(() => expect(modal()).toBeNull());
    expect(onComplete).not.toHaveBeenCalled();
  });

  it("[S196] is hidden, open, closing for its animation, and gone", async () => {
    const states = () => document.querySelector(".uppy-Dashboard")?.className ?? "hidden";
    await openScreen(server, <PictureUpload onComplete={onComplete} />);
    expect(states()).toBe("hidden");
    fireEvent.click(screen.getByRole("button", { name: "Add picture" }));
    await waitFor(() => expect(modal()).not.toBeNull());
    expect(states()).not.toContain("uppy-Dashboard--isClosing");
    fireEvent.keyDown(document.body, { key: "Escape", keyCode: 27 });
    await waitFor(() => expect(states()).toContain("uppy-Dashboard--isClosing"));
    await waitFor(() => expect(states()).toBe("hidden"));
  });

  it("[S113] opens from an outline button by default", async () => {
    const style = async (options: Parameters<typeof openUpload>[0]) => {
      await openUpload(options);
      const { className } = screen.getByRole("button", { name: "Add picture" });
      closeScreen();
      return className;
    };
    expect(await style({})).toContain("secondary");
    expect(await style({ variant: "quiet" })).toContain("quiet");
  });

  it("[S110] rejects a second file", async () => {
    await open();
    choose(picture(), picture(10, "image/png", "wing.png"));
    await waitFor(() => expect(informed()).toContain("You can only upload 1 file"));
    expect(files()).toBe(0);
    choose(picture());
    await waitFor(() => expect(files()).toBe(1));
    expect(document.querySelector(".uppy-DashboardContent-addMore")).toBeNull();
  });

  it("[S116] makes a thumbnail 280 wide of each of two pictures", async () => {
    const use = vi.spyOn(Uppy.prototype, "use");
    await open({ maxNumberOfFiles: 3 });
    const uppy = use.mock.contexts[0] as Uppy;
    use.mockRestore();
    type Generator = { createThumbnail(file: { name: string }, width: number): Promise<string> };
    const generator = uppy.getPlugin("Dashboard:ThumbnailGenerator") as unknown as Generator;
    const made = vi.spyOn(generator, "createThumbnail").mockResolvedValue("blob:thumbnail");
    choose(picture(), picture(10, "image/png", "wing.png"));
    await waitFor(() => expect(files()).toBe(2));
    await waitFor(() =>
      expect(made.mock.calls.map(([{ name }, width]) => [name, width])).toEqual([
        ["ramp.png", 280],
        ["wing.png", 280],
      ]),
    );
  });

  it("[S117] shows a line of the informer for 3000 ms", async () => {
    await open();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    choose(picture(10, "text/plain", "notes.txt"));
    await vi.advanceTimersByTimeAsync(2_900);
    expect(informed()).toContain("You can only upload: image/*");
    // The slide-out animation takes longer.
    await vi.advanceTimersByTimeAsync(700);
    expect(informed()).toBe("");
  });

  it("[S111] takes one picture of at most 10 MB and starts nothing by itself", async () => {
    await open();
    choose(picture(10, "text/plain", "notes.txt"));
    await waitFor(() => expect(informed()).toContain("You can only upload: image/*"));
    choose(picture(10_485_761));
    await waitFor(() => expect(informed()).toContain("exceeds maximum allowed size of 10 MB"));
    expect(files()).toBe(0);
    choose(picture(10_485_760));
    await waitFor(() => expect(files()).toBe(1));
    expect(screen.getByRole("button", { name: "Upload 1 file" })).toBeTruthy();
    expect(server.requests.filter(({ path }) => path.startsWith("/api/objects"))).toEqual([]);
    expect(onComplete).not.toHaveBeenCalled();
  });

  it("[S112] puts the bytes where the callback for upload parameters says, and reports the picture as sent", async () => {
    // Blobs from fake-indexeddb are no real Blobs.
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:stored");
    const put: string[] = [];
    class FakeRequest extends EventTarget {
      readonly upload = new EventTarget();
      readonly status = 200;
      readonly responseText = "";
      open = (method: string, address: string) => put.push(`${method} ${address}`);
      setRequestHeader = () => undefined;
      send = () => this.dispatchEvent(new Event("load"));
    }
    vi.stubGlobal("XMLHttpRequest", FakeRequest);
    server.answers.set("/api/aircraft-images", { status: 200, body: { objectPath: "/objects/mine" } });
    const url = "/api/objects/upload/mine";
    const getUploadParameters = vi.fn(async () => ({ method: "PUT" as const, url }));
    await open({ getUploadParameters });
    choose(picture());
    fireEvent.click(await screen.findByRole("button", { name: "Upload 1 file" }));
    await waitFor(() => expect(onComplete).toHaveBeenCalledTimes(1));
    expect(onComplete.mock.calls[0]?.[1]).toBe(true);
    expect(getUploadParameters).toHaveBeenCalledTimes(1);
    expect(put).toEqual([`PUT ${url}`]);
    expect(server.bodyOf("/api/aircraft-images")).toEqual({ aircraftImageURL: url });
    expect(server.requests.filter(({ path }) => path === "/api/objects/upload")).toEqual([]);
  });
});
