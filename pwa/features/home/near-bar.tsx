// What a list near an airfield says above its cards and on them: the airfield, how far, and the count of airfields.
import { ChevronDown, LocateFixed, X } from "../../ui/icons/icons.ts";
import { useEffect } from "react";
import { distanceWords } from "../../../shared/domain/airfields/distance.ts";
import { airportOf, type HomeAirport } from "../../../shared/domain/airfields/home-airport.ts";
import { spelled } from "../../../shared/domain/airfields/identifiers.ts";
import { HERE, type Near } from "../../../shared/domain/airfields/near.ts";
import { counted } from "../../../shared/kit/counted.ts";
import type { From, NearList } from "../../client/airfields/near-list.ts";
import { storeStart } from "../../client/airfields/start.ts";
import { deviceWord } from "../../client/shell/device-word.ts";
import { IconButton } from "../../ui/actions/icon-button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { IdentifierTag } from "../../ui/display/identifier-tag.tsx";
import { SelectButton } from "../../ui/form/select-button.tsx";
import { unknownText } from "./location-options.ts";
import styles from "./near-bar.module.css";

const RADII = [50, 100, 150, 200, 300, 400];
const ANY = 0;

type NearBarProps = {
  near: Near;
  list: NearList;
  /** Null ends the search near the airfield. */
  onChange: (near: Near | null) => void;
};

export function NearBar({ near, list, onChange }: NearBarProps) {
  const from = list.state === "ready" && list.from.id !== HERE ? list.from : null;
  useEffect(() => {
    if (from) storeStart(from);
  }, [from]);
  return (
    <div className={styles.bar}>
      <div className={styles.place}>
        <Place near={near} list={list} />
        <IconButton icon={X} label="Remove the airfield" onClick={() => onChange(null)} />
      </div>
      <DistanceSelect near={near} onChange={onChange} />
      <p className={styles.note}>{noteOf(near, list)}</p>
    </div>
  );
}

/** How far from the airfield the list goes. */
export function DistanceSelect({ near, onChange }: { near: Near; onChange: (near: Near) => void }) {
  const within = near.within ?? ANY;
  const radii = [...new Set([...RADII, ...(within ? [within] : [])])].sort((a, b) => a - b);
  const options = [
    { value: ANY, label: "Any distance" },
    ...radii.map((value) => ({ value, label: `Within ${value} nm` })),
  ];
  return (
    <SelectButton
      label="Distance"
      className={styles.radius}
      value={within}
      options={options}
      onChange={(value) => onChange({ id: near.id, within: value || undefined })}
    >
      {options.find(({ value }) => value === within)?.label}
      <Icon of={ChevronDown} size="s" />
    </SelectButton>
  );
}

function Place({ near, list }: Pick<NearBarProps, "near" | "list">) {
  if (near.id === HERE)
    return (
      <>
        <Icon of={LocateFixed} />
        <b>My position</b>
      </>
    );
  const from = list.state === "ready" ? list.from : { id: near.id, name: "" };
  return (
    <>
      <IdentifierTag
        parts={[{ text: from.id, isMatch: false }]}
        label={[spelled(from.id), from.name].filter(Boolean).join(", ")}
      />
      <b aria-hidden="true">{from.name}</b>
    </>
  );
}

/** How many aircraft at how many airfields, or why there are none. */
export function noteOf(near: Near, list: NearList): string {
  switch (list.state) {
    case "ready":
      return `${counted(list.cards.length, "aircraft", "aircraft")} at ${counted(list.fieldCount, "airfield")}. Flight time at cruise, no wind.`;
    case "unknown":
      return near.id === HERE ? "Press Near my position in the field Location." : unknownText(near.id);
    case "failed":
      return `Airfields are not on this ${deviceWord()} yet. They come when there is signal.`;
    case "loading":
      return "Loading...";
  }
}

type DistanceProps = {
  plane: { location: string; cruiseSpeed: number; airport?: HomeAirport | null | undefined };
  from: From;
};

/** `108 nm, 40 min at 160 kts`, or `At KMYF` */
export function Distance({ plane, from }: DistanceProps) {
  const airport = airportOf(plane);
  return airport && <span className={styles.distance}>{distanceWords(from, airport, plane.cruiseSpeed)}</span>;
}
