import { Dexie } from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { cleanup, configure, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { aCard, ScriptedCatalogue } from "../../device/testing/scripted-catalogue.ts";
import { useSimilarAircraft } from "./similar-aircraft.ts";

// The device code loads on first use, which takes time on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("similar aircraft come from the catalogue: nearest place, same type, similar rate, never the aircraft itself", async () => {
  const server = new ScriptedCatalogue();
  const card = (n: number, changes: object) => aCard(n, { hourlyRate: 200, type: "jet", ...changes });
  const [wanted, same, dear, far, near, other] = [
    card(1, { location: "Los Angeles CA" }),
    card(2, { location: "Los Angeles CA", type: "turboprop" }),
    card(3, { location: "Los Angeles CA", hourlyRate: 900 }),
    card(4, { location: "Miami FL" }),
    card(5, { location: "San Diego CA" }),
    card(6, { location: "San Diego CA", type: "turboprop", hourlyRate: 210 }),
  ];
  server.publish("los-angeles-ca", [wanted, same, dear], [], "Los Angeles CA");
  server.publish("miami-fl", [far], [], "Miami FL");
  server.publish("san-diego-ca", [near, other], [], "San Diego CA");
  Dexie.dependencies = { indexedDB: new IDBFactory(), IDBKeyRange };
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => server.fetch(path, init));

  const { result } = renderHook(() => useSimilarAircraft(wanted));
  await waitFor(() => expect(result.current.map(({ id }) => id)).toEqual([same.id, near.id, other.id]));
});
