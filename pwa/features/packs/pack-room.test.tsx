// @vitest-environment happy-dom
import { act, configure, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { checkPacks } from "../../client/packs/check-packs.ts";
import { putPack } from "../../client/packs/pack-list.ts";
import { closeToast, useToasts } from "../../client/shell/toasts.ts";
import {
  closePackDevice,
  keep,
  newPackDevice,
  openPack,
  packNames,
  pressed,
  type PackDevice,
} from "../../testing/pack-screen.tsx";
import { aListing } from "../../testing/screen.tsx";

// A loaded machine needs more than a second for a dialog.
configure({ asyncUtilTimeout: 12_000 });
vi.setConfig({ testTimeout: 30_000 });

let device: PackDevice;

beforeEach(() => void (device = newPackDevice()));

afterEach(() => closePackDevice(device));

describe("a browser without room", () => {
  it("[S563] says what is needed and what is free before the first byte", async () => {
    device.browser.quota = 300_000;
    await openPack(device);
    await keep(device);
    await screen.findByText("Not kept");
    expect(screen.getByText("Needs 0.8 MB, 0.3 MB is free.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Make room" }).getAttribute("href")).toBe("/on-this-device");
    expect(packNames(device)).toEqual([]);
  });

  it("[S841] keeps the pack when another one was removed", async () => {
    const other = aListing({ name: "Piper Archer" });
    putPack(device.me.id, {
      id: other.id,
      name: other.name,
      state: "kept",
      at: new Date().toISOString(),
      bytes: 700_000,
    });
    const content = await device.browser.open(`pack:${device.me.id}:${other.id}`);
    await content.put("/pack/detail", Response.json({ text: "x".repeat(700_000) }));
    device.browser.quota = 1_000_000;
    await openPack(device);
    await keep(device);
    await screen.findByText("Not kept");
    await pressed("Remove Piper Archer, 0.7 MB");
    act(() => closeToast(useToasts.getState().shown!.id));
    await screen.findByText(/^Kept as of today/);
  });

  it("[S842] keeps the pack when the browser gives more", async () => {
    device.browser.quota = 300_000;
    await openPack(device);
    await keep(device);
    await screen.findByText("Not kept");
    await act(() => checkPacks());
    expect(packNames(device)).toEqual([]);
    device.browser.quota = 2_000_000;
    await act(() => checkPacks());
    await screen.findByText(/^Kept as of today/);
  });

  it("[S564] that promised room and refuses a picture keeps nothing of the pack", async () => {
    const { storage } = navigator;
    Object.defineProperty(navigator, "storage", {
      configurable: true,
      value: { ...storage, estimate: async () => ({ quota: 2 ** 30, usage: 0 }) },
    });
    device.browser.quota = 500_000;
    await openPack(device);
    await keep(device);
    await screen.findByText("Not kept");
    expect(packNames(device)).toEqual([]);
  });
});
