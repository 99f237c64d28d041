// The one way from the page to the device's store and catalogue, which are fetched once the page has painted.
import { createStore } from "zustand/vanilla";
// Catalogue and airfields, which load separately, both read in slices: by itself this would be one more file after the paint.
import "../../device/catalogue/pause.ts";
import type { PackResult } from "../../device/catalogue/index/pack-job.ts";
import type { StartPackWorker } from "../../device/catalogue/index/worker-packing.ts";
import type { Device } from "../../device/open-device.ts";
import { noteReachable } from "../api/online.ts";
import { savesData } from "../../device/save-data.ts";

/** What a device holds of the catalogue at most. */
const defaultLimits = { rows: 100_000, bytes: 60_000_000 };
const dataSaverLimits = { rows: 2_000, bytes: 1_000_000 };

const deviceStore = createStore<{ opened: Promise<Device> | null }>(() => ({ opened: null }));

/** Opens the device's store once. Rejects when its code cannot be fetched; the next call tries again. */
export function openedDevice(): Promise<Device> {
  const { opened } = deviceStore.getState();
  if (opened) return opened;
  const opening = open().catch((error: unknown) => {
    deviceStore.setState({ opened: null });
    throw error;
  });
  deviceStore.setState({ opened: opening });
  return opening;
}

async function open(): Promise<Device> {
  const { openDevice } = await import("../../device/open-device.ts");
  return openDevice({ fetch: fetched, limits: savesData() ? dataSaverLimits : defaultLimits, startWorker });
}

const startWorker: StartPackWorker = ({ onResult, failed }) => {
  const worker = new Worker(new URL("../../device/catalogue/index/pack-worker.ts", import.meta.url), {
    type: "module",
  });
  worker.onmessage = ({ data }: MessageEvent<PackResult>) => onResult(data);
  worker.onmessageerror = failed;
  worker.onerror = (event) => {
    // It is onResult here: the page does the work itself.
    event.preventDefault();
    failed();
  };
  return { post: (job) => worker.postMessage(job), end: () => worker.terminate() };
};

async function fetched(path: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(path, init);
    noteReachable(true);
    return response;
  } catch (error) {
    noteReachable(false);
    throw error;
  }
}

/** Runs `run` after the paint, when the browser is idle, at most `patience` milliseconds later. */
export function whenQuiet(run: () => void, patience = 1_000): () => void {
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback === "function") {
    const handle = requestIdleCallback(run, { timeout: patience });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(run, Math.min(patience, 300));
  return () => clearTimeout(timer);
}
