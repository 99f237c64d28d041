import { demoNameParts } from "../../../../shared/domain/aircraft-rules.ts";
import type { KnownAircraft } from "../../../client/catalogue/known-aircraft.ts";

/** The name of a booked aircraft; a plain word for one that this device does not have. */
export function PlaneName({ plane }: { plane: KnownAircraft | null }) {
  const [name, ending] = demoNameParts(plane?.name ?? "Aircraft");
  return (
    <>
      {name}
      {ending && <span className="demo">{ending}</span>}
    </>
  );
}
