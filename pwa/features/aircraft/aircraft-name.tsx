import { demoNameParts } from "../../../shared/domain/aircraft-rules.ts";

/** A listing's name; the suffix of a demo listing is less prominent. */
export function AircraftName({ name }: { name: string }) {
  const [main, ending] = demoNameParts(name);
  return (
    <>
      {main}
      {ending && (
        <>
          {" "}
          <span className="demo">{ending.trim()}</span>
        </>
      )}
    </>
  );
}
