// @vitest-environment happy-dom
import { act, configure, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useAirfieldFacts } from "../../client/airfields/airfield-facts.ts";
import { checkPacks } from "../../client/packs/check-packs.ts";
import { packedDetail } from "../../client/packs/pack-content.ts";
import {
  closePackDevice,
  goOffline,
  goOnline,
  keep,
  newPackDevice,
  openPack,
  packEntries,
  packNames,
  photo,
  pressed,
  type PackDevice,
} from "../../testing/pack-screen.tsx";
import { openScreen } from "../../testing/screen.tsx";

// A loaded machine needs more than a second for a dialog.
configure({ asyncUtilTimeout: 12_000 });
vi.setConfig({ testTimeout: 30_000 });

let device: PackDevice;

beforeEach(() => void (device = newPackDevice()));

afterEach(() => closePackDevice(device));

function AirfieldName() {
  const { state, field } = useAirfieldFacts("KMYF", undefined);
  return <p>{`${state} ${field?.name}`}</p>;
}

describe("Keep", () => {
  it("[S560] stores facts, terms, airfield, free hours and all pictures at the width of the screen", async () => {
    await openPack(device);
    await keep(device);
    await screen.findByText(/^Kept as of today/);
    const width = packEntries(device)
      .find((address) => address.startsWith(photo(1)))
      ?.split("=")[1];
    expect(Number(width)).toBeGreaterThanOrEqual(window.screen.width);
    const pictures = [`${photo(1)}?w=${width}`, `${photo(2)}?w=${width}`];
    expect(packEntries(device)).toEqual([...pictures, "/pack/detail"]);
    expect(await packedDetail(device.me.id, device.plane.id)).toMatchObject({
      aircraft: { id: device.plane.id, terms: device.plane.terms },
      airfield: { id: "KMYF" },
      owner: { name: "Marisol Vega" },
      hours: [{ zone: "America/Los_Angeles" }],
    });
    expect(screen.getByText("0.8 MB, opens offline")).toBeTruthy();
    expect(screen.getByText(/^KMYF\. As of today/)).toBeTruthy();
  });

  it("[S715] of an earlier version shows its airfield without a network", async () => {
    const earlier = await device.browser.open(`pack:${device.me.id}:${device.plane.id}`);
    await earlier.put("/airfield-facts/KMYF", Response.json({ name: "Montgomery-Gibbs Executive" }));
    goOffline();
    await openScreen(device.server, <AirfieldName />);
    await screen.findByText("ready Montgomery-Gibbs Executive");
  });

  it("[S561] offline waits for signal, and starts with it", async () => {
    await openPack(device);
    await screen.findByText("Keep on this device");
    goOffline();
    await keep(device);
    await screen.findByText("Waiting for signal");
    expect(packNames(device)).toEqual([]);
    goOnline();
    await screen.findByText(/^Kept as of today/);
  });

  it("[S562] that loses the network half way waits, and leaves nothing half stored", async () => {
    let answer = () => {};
    device.picturesAfter = new Promise((resolve) => (answer = resolve));
    await openPack(device);
    await keep(device);
    await screen.findByText("Keeping");
    goOffline();
    answer();
    await screen.findByText("Waiting for signal");
    await waitFor(() => expect(packNames(device)).toEqual([]));
  });

  it("Stop leaves nothing behind", async () => {
    let answer = () => {};
    device.picturesAfter = new Promise((resolve) => (answer = resolve));
    await openPack(device);
    await keep(device);
    await pressed(`Stop keeping ${device.plane.name}`);
    answer();
    await screen.findByText("Keep on this device");
    await waitFor(() => expect([packNames(device), localStorage.getItem(`packs:${device.me.id}`)]).toEqual([[], null]));
  });
});

describe("work on one pack", () => {
  it("[S978] that was stopped ends before the next Keep begins", async () => {
    let held = Promise.resolve();
    /** Web Locks: one holder after the other. */
    const request = (_name: string, work: () => Promise<void>) => (held = held.then(work));
    Object.defineProperty(navigator, "locks", { configurable: true, value: { request } });
    let answer = () => {};
    device.picturesAfter = new Promise((resolve) => (answer = resolve));
    await openPack(device);
    await keep(device);
    await pressed(`Stop keeping ${device.plane.name}`);
    await keep(device);
    await screen.findByText("Keeping");
    answer();
    await screen.findByText(/^Kept as of today/);
    expect(packEntries(device)).toHaveLength(3);
    Reflect.deleteProperty(navigator, "locks");
  });

  it("[S983] is not stopped by the second half of a double press", async () => {
    let answer = () => {};
    device.picturesAfter = new Promise((resolve) => (answer = resolve));
    await openPack(device);
    fireEvent.click(await screen.findByRole("button", { name: `Keep ${device.plane.name} on this device` }), {
      detail: 1,
    });
    fireEvent.click(screen.getByRole("button", { name: `Stop keeping ${device.plane.name}` }), { detail: 2 });
    answer();
    await screen.findByText(/^Kept as of today/);
    expect(packEntries(device)).toHaveLength(3);
  });

  it("[S979] is not undone by a check that began before it", async () => {
    const { keys } = device.browser;
    let list = () => {};
    const listed = new Promise<void>((resolve) => (list = resolve));
    vi.spyOn(device.browser, "keys").mockImplementation(() => listed.then(keys));
    await openPack(device);
    const check = checkPacks();
    await waitFor(() => expect(device.browser.keys).toHaveBeenCalled());
    await keep(device);
    await screen.findByText(/^Kept as of today/);
    list();
    await act(() => check);
    expect(packEntries(device)).toHaveLength(3);
  });
});
