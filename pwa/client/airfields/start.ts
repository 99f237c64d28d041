// The airfield from which a user measures distances, kept on this device: the one searched near, or chosen on an aircraft's page.
import type { Position } from "../../../shared/domain/airfields/distance.ts";
import { deviceStorage, isObject } from "../storage/browser-storage.ts";

const KEY = "distance-from";

export type Start = Position & { id: string; name: string };

export function storedStart(): Start | null {
  return deviceStorage.json(KEY, isStart);
}

export function storeStart({ id, name, latitude, longitude }: Start): void {
  deviceStorage.setJson(KEY, { id, name, latitude, longitude });
}

function isStart(value: unknown): value is Start {
  return (
    isObject(value) &&
    typeof value["id"] === "string" &&
    typeof value["name"] === "string" &&
    Number.isFinite(value["latitude"]) &&
    Number.isFinite(value["longitude"])
  );
}
