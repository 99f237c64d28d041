// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Device } from "../../../shared/domain/notices.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { useDevices } from "../../client/push/notice-settings.ts";
import { DeviceList } from "./device-list.tsx";

const now = new Date().toISOString();
const device = (name: string, isCurrent = false): Device => ({
  ...{ id: newId(), name, kind: "phone", isCurrent, alerts: null, createdAt: now, lastSeenAt: now },
});
let answers: (() => void)[];

beforeEach(() => {
  answers = [];
  const devices = [device("Chrome on Linux", true), device("Old phone"), device("Lost phone"), device("Tablet")];
  vi.stubGlobal("fetch", async (_: string, { method = "GET" }: { method?: string } = {}) => {
    if (method === "GET") return Response.json(devices);
    await new Promise<void>((resolve) => answers.push(resolve));
    return new Response(null, { status: 204 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function List() {
  const { loaded, remove, removeOthers } = useDevices();
  return <DeviceList loaded={loaded} remove={remove} removeOthers={removeOthers} />;
}
const removers = () => screen.queryAllByRole("button", { name: /^Remove / }).map(({ textContent }) => textContent);
async function remove(name: string) {
  const button = await screen.findByRole("button", { name: `Remove ${name}` });
  button.focus();
  fireEvent.click(button);
  fireEvent.click(await screen.findByRole("button", { name: "Remove Device" }));
  await waitFor(() => expect(document.activeElement).toBe(button));
}
async function answer() {
  await waitFor(() => expect(answers).not.toHaveLength(0));
  await act(async () => answers.shift()?.());
}

it("puts the focus on the next Remove when a device leaves the list, and on its heading after the last", async () => {
  render(<List />);
  for (const [name, next] of [
    ["Old phone", "Remove Lost phone"],
    ["Tablet", "Remove Lost phone"],
    ["Lost phone", "Devices"],
  ]) {
    await remove(name as string);
    await answer();
    await waitFor(() => expect(document.activeElement?.textContent).toBe(next));
  }
});

it("keeps a removed device hidden while another is being removed", async () => {
  render(<List />);
  await remove("Old phone");
  await remove("Tablet");
  await answer();
  await answer();
  await waitFor(() => expect(removers()).toEqual(["Remove Lost phone"]));
});

it("[S1078] signs out all other devices after one question, and keeps this one in the list", async () => {
  render(<List />);
  fireEvent.click(await screen.findByRole("button", { name: "Sign out all other devices" }));
  fireEvent.click(await screen.findByRole("button", { name: "Sign Out Others" }));
  await waitFor(() => expect(answers).toHaveLength(1));
  // The button is busy until the server has answered, so a second press sends nothing.
  fireEvent.click(screen.getByRole("button", { name: "Sign Out Others" }));
  await answer();
  await waitFor(() => expect(removers()).toEqual([]));
  expect(answers).toHaveLength(0);
  expect(screen.getByText("Chrome on Linux")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Sign out all other devices" })).toBeNull();
});
