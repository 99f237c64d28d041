// Addresses of the bundled drawings of aircraft; `node scripts/drawings.mjs` draws them. Free of zod: the first bundle loads this file.

/** Aircraft with a drawing of their own. */
export const drawnAircraft = [
  "Cessna 172S Skyhawk",
  "Cirrus SR22 G5",
  "Mooney M20J 201",
  "Beechcraft Baron G58",
  "Cessna 182T Skylane",
  "Aviat A-1C Husky",
  "Pilatus PC-12 NG",
  "Piper Arrow III",
  "Diamond DA42-VI",
  "Beechcraft Bonanza G36",
  "Cessna Citation CJ3+",
  "Piper J-3 Cub",
  "Cessna T206H Stationair",
  "Daher TBM 900",
  "Piper Seneca V",
  "Beechcraft King Air 350i",
  "Diamond DA40 NG",
  "Cessna Citation M2",
  "Piper Seminole",
  "Beechcraft King Air 250",
  "Cirrus SR20 G6",
  "Embraer Phenom 100EV",
  "Piper Archer III",
  "Cessna 310R",
] as const;

const address = (name: string) => `/illustrations/${name}.svg`;

/** `Cessna Citation CJ3+` → `/illustrations/cessna-citation-cj3.svg` */
export function drawingOf(name: string): string {
  return address(
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replace(/-$/, ""),
  );
}

/** The drawing of an aircraft by make and model, if there is one. */
export function knownDrawing(name: string): string | undefined {
  return drawnAircraft.some((one) => one === name) ? drawingOf(name) : undefined;
}

/** The drawings of a class: the aircraft, its panel and its cabin. */
export function classDrawings(type: string): readonly [exterior: string, panel: string, cabin: string] {
  return [address(type), address(`panel-${type}`), address(`cabin-${type}`)];
}
