import { demoNameParts } from "../../../shared/domain/aircraft-rules.ts";

/** A listing's name; the ending of a demo listing steps back. */
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
