// Every drawing that the product ships: one for each demo aircraft; exterior, panel and cabin for each class.
import { aircraftTypes, typeLabel, type AircraftType } from "../../shared/domain/aircraft-rules.ts";
import { classDrawings, drawingOf } from "../../shared/domain/pictures/drawings.ts";
import type { Airplane } from "./airplane.ts";
import { cabin } from "./cabin.ts";
import { exterior } from "./exterior.ts";
import { panel } from "./panel.ts";
import { beechcraftCessnaTwins } from "./types/beechcraft-cessna-twins.ts";
import { cessnaSingles } from "./types/cessna-singles.ts";
import { compositeSingles } from "./types/composite-singles.ts";
import { jets } from "./types/jets.ts";
import { kingAirs } from "./types/king-airs.ts";
import { metalSingles } from "./types/metal-singles.ts";
import { piperDiamondTwins } from "./types/piper-diamond-twins.ts";
import { singleTurboprops } from "./types/single-turboprops.ts";
import { tailwheel } from "./types/tailwheel.ts";

export const airplanes: readonly Airplane[] = [
  ...cessnaSingles,
  ...tailwheel,
  ...compositeSingles,
  ...metalSingles,
  ...beechcraftCessnaTwins,
  ...piperDiamondTwins,
  ...singleTurboprops,
  ...kingAirs,
  ...jets,
];

/** The aircraft that represents its class, in plain colors and without a tail number. */
const models: Readonly<Record<AircraftType, string>> = {
  "single-engine": "Piper Archer III",
  "multi-engine": "Beechcraft Baron G58",
  turboprop: "Pilatus PC-12 NG",
  jet: "Cessna Citation CJ3+",
};

function classAirplane(type: AircraftType): Airplane {
  const model = airplanes.find(({ name }) => name === models[type]);
  if (!model) throw new Error(`There is no drawing of the class ${type}.`);
  const { registration: _, ...plain } = model;
  const label = typeLabel(type);
  const name = `${label.charAt(0).toUpperCase()}${label.slice(1)} aircraft`;
  const livery = { base: "#FBFBF9", belly: "#5B7486", line: "#A9B8C2", pattern: "belly" } as const;
  return { ...plain, name, livery, scene: "noon" };
}

/** The texts of all drawings by their addresses. The same sources give the same texts. */
export function allDrawings(): ReadonlyMap<string, string> {
  const own = airplanes.map((plane) => [drawingOf(plane.name), exterior(plane)] as const);
  const classes = aircraftTypes.flatMap((type) => {
    const [outside, inFront, inside] = classDrawings(type);
    return [
      [outside, exterior(classAirplane(type))],
      [inFront, panel(type)],
      [inside, cabin(type)],
    ] as const;
  });
  return new Map([...own, ...classes]);
}
