// @vitest-environment happy-dom
import { act, configure, fireEvent, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Aircraft } from "../../../shared/domain/aircraft.ts";
import { checkPacks } from "../../client/packs/check-packs.ts";
import { packedDetail } from "../../client/packs/pack-content.ts";
import { forgetPacks, packOf, putPack } from "../../client/packs/pack-list.ts";
import { useAuth } from "../../client/session/session.tsx";
import { closeToast, useToasts } from "../../client/shell/toasts.ts";
import {
  closePackDevice,
  goOffline,
  keep,
  newPackDevice,
  openPack,
  packEntries,
  packNames,
  photo,
  pressed,
  type PackDevice,
} from "../../testing/pack-screen.tsx";
import { anOwner, aPerson, shownToast } from "../../testing/screen.tsx";

// A loaded machine needs more than a second for a dialog.
configure({ asyncUtilTimeout: 12_000 });
vi.setConfig({ testTimeout: 30_000 });

let device: PackDevice;

beforeEach(() => void (device = newPackDevice()));

afterEach(() => closePackDevice(device));

function Logout() {
  const { logout } = useAuth();
  return (
    <button type="button" onClick={() => void logout()}>
      Log out
    </button>
  );
}

describe("a kept pack", () => {
  const kept = async (more?: ReactNode) => {
    await openPack(device, more);
    await keep(device);
    await screen.findByText(/^Kept/);
  };

  it("[S565] that the browser cleared is found, said once, and kept again", async () => {
    await kept();
    device.browser.all.clear();
    await act(() => checkPacks());
    await screen.findByText("Cleared by the browser");
    expect(shownToast()).toMatchObject({ title: "Cleared by the browser", kind: "bad" });
    expect(screen.getByText(/^Found today, \d\d:\d\d\.$/)).toBeTruthy();
    await pressed(`Keep again ${device.plane.name}`);
    await screen.findByText(/^Kept as of today/);
  });

  it("is not made again, empty, by a look at it while it is removed", async () => {
    await kept();
    const look = packedDetail(device.me.id, device.plane.id);
    device.browser.all.clear();
    await look;
    expect(packNames(device)).toEqual([]);
  });

  it("stays on the screen while work that began for another user ends", async () => {
    await kept();
    const other = aPerson();
    act(
      () => void putPack(other.id, { id: device.plane.id, name: device.plane.name, state: "full", at: null, bytes: 1 }),
    );
    expect(screen.getByText(/^Kept as of today/)).toBeTruthy();
    act(() => forgetPacks(other.id));
    expect(screen.getByText(/^Kept as of today/)).toBeTruthy();
    expect(packOf(other.id, device.plane.id)).toBeNull();
  });

  it("[S566] is renewed at most hourly; the old content stays until the new one is whole", async () => {
    await kept();
    device.server.answers.set(`/api/aircraft/${device.plane.id}/with-owner`, {
      status: 200,
      body: { aircraft: { ...device.plane, images: [photo(2)], hourlyRate: 190 }, owner: anOwner() },
    });
    await act(() => checkPacks(Date.now() + 59 * 60_000));
    expect((await packedDetail(device.me.id, device.plane.id))?.aircraft.hourlyRate).toBe(165);
    await act(() => checkPacks(Date.now() + 61 * 60_000));
    expect((await packedDetail(device.me.id, device.plane.id))?.aircraft.hourlyRate).toBe(190);
    expect(packEntries(device).filter((address) => address.startsWith("/objects/"))).toHaveLength(1);
    goOffline();
    await act(() => checkPacks(Date.now() + 200 * 60_000));
    expect((await packedDetail(device.me.id, device.plane.id))?.aircraft.hourlyRate).toBe(190);
  });

  it("[S976] keeps its airfield when a renewed answer has none, and reads it for another airport", async () => {
    await kept();
    const answer = (of: Aircraft) =>
      device.server.answers.set(`/api/aircraft/${device.plane.id}/with-owner`, {
        status: 200,
        body: { aircraft: of, owner: anOwner() },
      });
    answer(device.plane);
    await act(() => checkPacks(Date.now() + 61 * 60_000));
    expect(await packedDetail(device.me.id, device.plane.id)).toMatchObject({ airfield: { id: "KMYF" } });
    answer({ ...device.plane, location: "Denver CO" });
    device.server.answers.set("/api/airfields/KAPA", { status: 200, body: { id: "KAPA", name: "Centennial" } });
    await act(() => checkPacks(Date.now() + 200 * 60_000));
    expect((await packedDetail(device.me.id, device.plane.id))?.airfield).toEqual({ id: "KAPA", name: "Centennial" });
  });

  it("[S977] comes back with Undo also when packs are checked meanwhile without a network", async () => {
    await kept();
    await pressed(/^Remove .*, 0\.8 MB$/);
    const undo = useToasts.getState().shown!;
    goOffline();
    await act(() => checkPacks());
    act(() => {
      undo.action!.onPress();
      closeToast(undo.id);
    });
    await screen.findByText(/^Kept as of today/);
    expect(await packedDetail(device.me.id, device.plane.id)).toMatchObject({ airfield: { id: "KMYF" } });
  });

  it("[S567] may be cleared until the browser promises to keep it", async () => {
    device.isPersisted = false;
    await kept();
    await screen.findByText("Kept, may be cleared");
    const [inRow] = screen.getAllByRole("button", { name: "Protect" });
    fireEvent.click(inRow!);
    await screen.findByText("Protected");
    expect(screen.getByText(/^Kept as of today/)).toBeTruthy();
  });

  it("[S568] comes back with Undo; without it the bytes go", async () => {
    await kept();
    await pressed(/^Remove .*, 0\.8 MB$/);
    await screen.findByText("Keep on this device");
    const undo = useToasts.getState().shown!;
    act(() => {
      undo.action!.onPress();
      closeToast(undo.id);
    });
    await screen.findByText(/^Kept as of today/);
    expect(packNames(device)).toHaveLength(1);
    await pressed(/^Remove .*, 0\.8 MB$/);
    act(() => closeToast(useToasts.getState().shown!.id));
    await waitFor(() => expect(packNames(device)).toEqual([]));
  });

  it("[S569] leaves with all others after one question", async () => {
    await kept();
    await pressed("Remove All Packs");
    const dialog = await screen.findByRole("alertdialog", { name: "Remove all packs?" });
    expect(packNames(device)).toHaveLength(1);
    fireEvent.click([...dialog.querySelectorAll("button")].find((it) => it.textContent === "Remove All Packs")!);
    await waitFor(() => expect([packNames(device), localStorage.getItem(`packs:${device.me.id}`)]).toEqual([[], null]));
  });

  it("[S570] leaves with the user", async () => {
    await kept(<Logout />);
    device.server.answers.set("/api/auth/logout", { status: 204 });
    await pressed("Log out");
    await waitFor(() => expect([packNames(device), localStorage.getItem(`packs:${device.me.id}`)]).toEqual([[], null]));
  });
});
