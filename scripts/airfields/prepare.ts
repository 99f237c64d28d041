// Prepares the files about airfields: the search index for devices, the facts for the server, and the day of the data for the footer.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { packFacts } from "./facts-file.ts";
import { POSITION_STEPS, writeIndexFile, type AirfieldIndexFile } from "../../shared/domain/airfields/index-file.ts";
import { factsOf, identifierOf, kindLetter, stateOf } from "./facts.ts";
import { airfieldName, placeName } from "./names.ts";
import { packageFile, readAirports, type AirportRecord } from "./records.ts";

const root = path.join(import.meta.dirname, "..", "..");
const folder = path.join(root, ".cache", "airfields");

/** The prepared files. Server, build, `pwa/client/airfields/airfields.ts` and the footer know their names. */
export const preparedFiles = {
  index: path.join(folder, "airfields.json"),
  facts: path.join(folder, "facts.bin"),
  day: path.join(folder, "day.txt"),
};

/** Writes both files, unless they are those of the present sources. */
export function prepareAirfields(): void {
  const stamp = path.join(folder, "sources");
  const sources = sourcesHash();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === sources) return;
  const { cycle, airports } = readAirports();
  mkdirSync(folder, { recursive: true });
  replace(preparedFiles.index, writeIndexFile(indexOf(airports, cycle)));
  replace(preparedFiles.facts, packFacts(airports.map((record) => factsOf(record, cycle))));
  replace(preparedFiles.day, dayWords(cycle));
  replace(stamp, sources);
}

/** `2026-09-03` → `Sep 3, 2026`; the footer is in the first load, so it gets the words. */
function dayWords(day: string): string {
  return new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "medium" }).format(new Date(`${day}T00:00Z`));
}

/** The index of all airfields, by state, city and name: repeated cities and near positions compress well. */
export function indexOf(airports: readonly AirportRecord[], cycle: string): AirfieldIndexFile {
  const rows = airports
    .map((record) => ({
      ...record,
      id: identifierOf(record),
      name: airfieldName(record.name),
      city: placeName(record.city),
      state: stateOf(record),
    }))
    .sort(
      (a, b) => compare(a.state, b.state) || compare(a.city, b.city) || compare(a.name, b.name) || compare(a.id, b.id),
    );
  const zones = [...new Set(rows.map(({ timezone }) => timezone))].sort();
  const zonePlaces = new Map(zones.map((zone, place) => [zone, place]));
  return {
    cycle,
    zones,
    faaId: rows.map(({ faaId }) => faaId).join(" "),
    icao: rows.map(({ icao, faaId }) => (icao === `K${faaId}` ? "K" : (icao ?? ""))).join(" "),
    name: rows.map(({ name }) => name).join("\n"),
    city: withoutRepeats(rows.map(({ city }) => city)),
    state: withoutRepeats(rows.map(({ state }) => state)),
    kind: rows.map((row) => (row.useType === "PRIVATE" ? kindLetter(row).toLowerCase() : kindLetter(row))).join(""),
    zone: rows.map(({ timezone }) => zonePlaces.get(timezone)!),
    latitude: differences(rows.map(({ lat }) => Math.round(lat * POSITION_STEPS))),
    longitude: differences(rows.map(({ lon }) => Math.round(lon * POSITION_STEPS))),
    elevation: rows.map(({ elevationFt }) => (elevationFt === undefined ? null : Math.round(elevationFt))),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function withoutRepeats(values: readonly string[]): string {
  return values.map((value, row) => (row > 0 && value === values[row - 1] ? "" : value)).join("\n");
}

function differences(values: readonly number[]): number[] {
  return values.map((value, row) => value - (values[row - 1] ?? 0));
}

function sourcesHash(): string {
  const hash = createHash("sha256").update(readFileSync(packageFile));
  const shared = path.join(root, "shared", "domain", "airfields");
  for (const place of [import.meta.dirname, shared])
    for (const name of readdirSync(place).sort()) hash.update(name).update(readFileSync(path.join(place, name)));
  return hash.digest("hex");
}

/** Other processes may read the file meanwhile: they see the old one or the new one. */
function replace(file: string, body: string | Uint8Array): void {
  const aside = `${file}.${process.pid}`;
  writeFileSync(aside, body);
  renameSync(aside, file);
}
