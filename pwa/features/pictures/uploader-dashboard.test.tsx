// @vitest-environment happy-dom
// Tests the uploader's dashboard as the library renders it.
import Uppy from "@uppy/core";
import Dashboard from "@uppy/dashboard";
import { waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

type Made = {
  setPluginState(state: object): void;
  defaultThumbnailDimension: number;
  thumbnailType: string;
  resizeImage: (image: object, width: number, height: number) => object;
  createThumbnail(file: object): Promise<string>;
};

const missing = "Missing required meta field(s): %{fields}";

let host: HTMLElement;
let uppy: Uppy;

beforeEach(() => {
  host = document.createElement("div");
  document.body.append(host);
  const logger = { debug: () => undefined, warn: () => undefined, error: () => undefined };
  uppy = new Uppy({ logger, restrictions: { requiredMetaFields: ["name", "place"] } });
  (uppy as unknown as { use(plugin: unknown, options: object): void }).use(Dashboard, {
    target: host,
    inline: true,
    // The sentence that make-uppy.ts gives the library.
    locale: { strings: { missingRequiredMetaFields: { 0: missing, 1: missing } } },
    metaFields: [
      { id: "name", name: "Name" },
      { id: "place", name: "Place" },
    ],
  });
});
afterEach(() => {
  uppy.destroy();
  host.remove();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const add = (name = "ramp.png") =>
  uppy.addFile({ name, type: "image/png", data: new File(["x"], name, { type: "image/png" }) });
const plugin = (id: string) => uppy.getPlugin(id) as unknown as Made;

describe("the status bar", () => {
  const state = () => /is-(\w+)/.exec(host.querySelector(".uppy-StatusBar")?.className ?? "")?.[1];
  const progress = { uploadStarted: null, uploadComplete: false, percentage: 0, bytesUploaded: 0, bytesTotal: 1 };

  it("[S194] waits, prepares, uploads, finishes, and is complete without processing and without an error", async () => {
    const id = add();
    await waitFor(() => expect(state()).toBe("waiting"));
    const working = { mode: "indeterminate", message: "Working" };
    for (const [now, is] of [
      [{ ...progress, preprocess: working }, "preprocessing"],
      [{ ...progress, uploadStarted: 1 }, "uploading"],
      [{ ...progress, uploadStarted: 1, uploadComplete: true, postprocess: working }, "postprocessing"],
      [{ ...progress, uploadStarted: 1, uploadComplete: true, percentage: 100 }, "complete"],
    ] as const) {
      uppy.setFileState(id, { progress: now } as never);
      uppy.setState({ totalProgress: is === "complete" ? 100 : 50 });
      await waitFor(() => expect(state()).toBe(is));
    }
  });

  it("[S195] puts an error before all else, and completion before a pause", async () => {
    const id = add();
    const done = { ...progress, uploadStarted: 1, uploadComplete: true, percentage: 100 };
    uppy.setFileState(id, { progress: done, isPaused: true });
    uppy.setState({ totalProgress: 100, currentUploads: {} });
    await waitFor(() => expect(state()).toBe("complete"));
    uppy.setState({ error: "Upload failed" });
    await waitFor(() => expect(state()).toBe("error"));
    expect(host.querySelector(".uppy-StatusBar")?.textContent).toContain("Upload failed");
    uppy.setState({ error: null, capabilities: { resumableUploads: true } as never });
    uppy.setFileState(id, { progress: { ...progress, uploadStarted: 1 }, isPaused: true });
    await waitFor(() => expect(host.querySelector(".uppy-StatusBar")?.textContent).toContain("Paused"));
  });
});

describe("the panels", () => {
  it("[S120] add files, and say what is missing of one with a way there", async () => {
    expect(host.querySelector(".uppy-Dashboard-AddFiles")).not.toBeNull();
    add();
    await waitFor(() => expect(host.querySelector(".uppy-Dashboard-Item")).not.toBeNull());
    expect(host.querySelector(".uppy-Informer")).not.toBeNull();
    await uppy.upload().catch(() => undefined);
    await waitFor(() => expect(host.textContent).toContain("Missing required meta field(s): Place"));
    const edit = [...host.querySelectorAll("button")].find((button) => /edit/i.test(button.textContent));
    expect(edit).toBeTruthy();
  });

  it("[S118] grow with their width at 576, 700 and 900 pixels, to three, four and five pictures a row", async () => {
    for (let at = 0; at < 12; at++) add(`${at}.png`);
    const rowOf = (width: number) => {
      plugin("Dashboard").setPluginState({ containerWidth: width, containerHeight: 600 });
      return waitFor(() => {
        const dashboard = host.querySelector(".uppy-Dashboard");
        const sizes = ["md", "lg", "xl"].filter((size) => dashboard?.classList.contains(`uppy-size--${size}`));
        const row = host.querySelector(".uppy-Dashboard-Item")?.parentElement;
        return { sizes, count: row?.querySelectorAll(".uppy-Dashboard-Item").length };
      });
    };
    const seen: [number, number | undefined, string[]][] = [];
    for (const width of [576, 577, 701, 901]) {
      await rowOf(width);
      // The list renders its rows one frame after its container.
      await new Promise(requestAnimationFrame);
      const { sizes, count } = await rowOf(width);
      seen.push([width, count, sizes]);
    }
    expect(seen).toEqual([
      [576, 1, []],
      [577, 3, ["md"]],
      [701, 4, ["md", "lg"]],
      [901, 5, ["md", "lg", "xl"]],
    ]);
  });
});

describe("thumbnails", () => {
  it("[S331] are 200 wide by default, in JPEG of quality 80", async () => {
    const generator = plugin("Dashboard:ThumbnailGenerator");
    expect([generator.defaultThumbnailDimension, generator.thumbnailType]).toEqual([200, "image/jpeg"]);
    vi.stubGlobal(
      "Image",
      class extends EventTarget {
        width = 1200;
        height = 800;
        set src(_: string) {
          queueMicrotask(() => this.dispatchEvent(new Event("load")));
        }
      },
    );
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:here");
    const drawn: unknown[] = [];
    generator.resizeImage = () => ({
      getContext: () => ({ getImageData: () => undefined }),
      toBlob: (done: (blob: Blob) => void, type: string, quality: number) => {
        drawn.push(type, quality);
        done(new Blob(["x"]));
      },
    });
    const context = { translate: () => 0, rotate: () => 0, scale: () => 0, drawImage: () => 0 };
    const create = document.createElement.bind(document);
    vi.spyOn(document, "createElement").mockImplementation((name: string) =>
      name === "canvas" ? ({ getContext: () => context } as unknown as HTMLElement) : create(name),
    );
    await generator.createThumbnail({ data: new Blob(["x"], { type: "image/png" }) });
    vi.unstubAllGlobals();
    expect(drawn).toEqual(["image/jpeg", 80]);
  });
});
