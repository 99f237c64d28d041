// One option of the field Location, as a row and as its name for screen readers.
import { CircleDotDashed, MapPin } from "../../ui/icons/icons.ts";
import { grouped } from "../../../shared/kit/counted.ts";
import { demoNameParts, shownPicture, typeLabel } from "../../../shared/domain/aircraft-rules.ts";
import { spelled } from "../../../shared/domain/airfields/identifiers.ts";
import { matchedIdentifier, matchedParts } from "../../../shared/domain/airfields/search.ts";
import { dollars } from "../../../shared/kit/money.ts";
import { Icon } from "../../ui/display/icon.tsx";
import { IdentifierTag } from "../../ui/display/identifier-tag.tsx";
import { Matched } from "../../ui/display/matched.tsx";
import type { Suggestion } from "../../ui/form/suggestions.tsx";
import type { LocationOption } from "./location-options.ts";
import styles from "./location-panel.module.css";

export function suggestionOf(option: LocationOption, typed: string): Suggestion {
  return { name: optionName(option), ...rowOf(option, typed) };
}

/** `Airfield, K M Y F, Montgomery-Gibbs Executive, 2 aircraft`: the name begins with the option's group. */
export function optionName(option: LocationOption): string {
  if (option.kind === "aircraft") {
    const { name, hourlyRate } = option.plane;
    return `Aircraft at ${spelled(option.id)}, ${name}, ${dollars(hourlyRate)} per hour`;
  }
  const parts =
    option.kind === "airfield"
      ? ["Airfield", spelled(option.id), option.name]
      : option.kind === "ring"
        ? ["Airfield", `Within ${option.within} nm of ${spelled(option.id)}`]
        : ["Place", option.location];
  return [...parts, ...(option.count === null ? [] : [`${grouped(option.count)} aircraft`])].join(", ");
}

function rowOf(option: LocationOption, typed: string): Omit<Suggestion, "name"> {
  switch (option.kind) {
    case "airfield": {
      const { id, name, place, elevation, count } = option;
      return {
        mark: <IdentifierTag parts={matchedIdentifier(id, typed)} />,
        title: <Matched parts={matchedParts(name, typed)} />,
        about: (
          <>
            <Matched parts={matchedParts(place, typed)} />
            {elevation !== null && `, elevation ${grouped(elevation)}\u00a0ft`}
          </>
        ),
        end: <Count of={count} />,
      };
    }
    case "ring":
      return {
        mark: <Icon of={CircleDotDashed} size="l" />,
        title: `Within ${option.within} nm of ${option.id}`,
        about: option.fields,
        end: <Count of={option.count} />,
      };
    case "place":
      return {
        mark: <Icon of={MapPin} size="l" />,
        title: <Matched parts={matchedParts(option.location, typed)} />,
        about: option.airfield && `Its airfield is ${option.airfield}`,
        end: <Count of={option.count} />,
      };
    case "aircraft": {
      const { plane } = option;
      const [name, ending] = demoNameParts(plane.name);
      return {
        mark: <img src={shownPicture(plane)} alt="" width={64} height={43} className={styles.picture} />,
        title: (
          <>
            {name} {ending && <span className="demo">{ending.trim()}</span>}
          </>
        ),
        about: `${typeLabel(plane.type)}, ${plane.seats} seats`,
        end: (
          <>
            <b>{dollars(plane.hourlyRate)}</b> / hour
          </>
        ),
      };
    }
  }
}

function Count({ of: count }: { of: number | null }) {
  if (count === null) return null;
  return (
    <>
      <b>{grouped(count)}</b> aircraft
    </>
  );
}
