// The open list of a field for an airfield. It is in the top layer, so that the dialog around it does not cut it off.
import { CloudOff } from "../../ui/icons/icons.ts";
import { useLayoutEffect, useRef, type RefObject } from "react";
import { grouped } from "../../../shared/kit/counted.ts";
import type { HomeAirport } from "../../../shared/domain/airfields/home-airport.ts";
import { spelled } from "../../../shared/domain/airfields/identifiers.ts";
import { matchedIdentifier, matchedParts } from "../../../shared/domain/airfields/search.ts";
import { useAirfields } from "../../client/airfields/airfields.ts";
import { deviceWord } from "../../client/shell/device-word.ts";
import { Icon } from "../../ui/display/icon.tsx";
import { IdentifierTag } from "../../ui/display/identifier-tag.tsx";
import { Matched } from "../../ui/display/matched.tsx";
import { hangFrom } from "../../ui/form/hang-from.ts";
import { Suggestions, type ListState, type Suggestion } from "../../ui/form/suggestions.tsx";
import { airportOptions, type AirportOption, type UsualAirport } from "./airport-options.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import hanging from "../../ui/form/hanging.module.css";
import styles from "./airport-list.module.css";

/** Pixels below the field that show a few airfields. With less, the field moves up first. */
const ROOM = 400;

type AirportListProps = {
  id: string;
  input: RefObject<HTMLInputElement | null>;
  typed: string;
  usual: UsualAirport | null;
  onTake: (airport: HomeAirport) => void;
  /** Closes it, and what was typed is dropped. */
  onClose: () => void;
  /** Closes it because a press or the focus went elsewhere. */
  onLeave: () => void;
  onState: (state: ListState) => void;
};

export function AirportList(props: AirportListProps) {
  const { id, input, typed, usual, onTake, onClose, onLeave, onState } = props;
  const { state, index } = useAirfields();
  const options = airportOptions(typed, usual, index);
  const box = useRef<HTMLDivElement>(null);
  const leave = useRef(onLeave);
  useLayoutEffect(() => {
    leave.current = onLeave;
  });
  useLayoutEffect(() => {
    const field = input.current?.parentElement;
    // In a browser without a top layer the list is below its field.
    if (!box.current || !field || !("showPopover" in HTMLElement.prototype)) return undefined;
    if (innerHeight - field.getBoundingClientRect().bottom < ROOM) field.scrollIntoView({ block: "start" });
    return hangFrom(box.current, field, () => leave.current());
  }, [input]);
  const isTyped = typed.trim() !== "";
  const isNothing = isTyped && options.length === 0 && state !== "loading";
  return (
    <div ref={box} popover="manual" className={classNames(hanging.hanging, styles.wide)}>
      <Suggestions
        id={id}
        label="Airfields"
        typed={typed}
        input={input}
        groups={
          options.length > 0
            ? [
                {
                  title: isTyped || !usual ? "Airfields" : usual.title,
                  options: options.map((option) => suggestionOf(option, typed)),
                },
              ]
            : []
        }
        enterTakes={isTyped && options.length > 0 ? 0 : null}
        takesOnTab
        message={isNothing && index ? `No airfield called ${typed.trim()}. Try an identifier such as KMYF.` : ""}
        foot={<Foot state={state} />}
        onChoose={(at) => onTake(options[at]!.airport)}
        onClose={onClose}
        onState={onState}
        className={styles.list}
      />
    </div>
  );
}

function suggestionOf({ airport: { id, name }, place, elevation }: AirportOption, typed: string): Suggestion {
  return {
    name: `${spelled(id)}, ${name}, ${place}`,
    mark: <IdentifierTag parts={matchedIdentifier(id, typed)} />,
    title: <Matched parts={matchedParts(name, typed)} />,
    about: (
      <>
        <Matched parts={matchedParts(place, typed)} />
        {elevation !== null && `, elevation ${grouped(elevation)}\u00a0ft`}
      </>
    ),
  };
}

function Foot({ state }: { state: "loading" | "ready" | "failed" }) {
  if (state === "failed")
    return (
      <div role="presentation" className={styles.missing}>
        <Icon of={CloudOff} size="s" />
        <span>Airfields are not on this {deviceWord()} yet. They come when there is signal.</span>
      </div>
    );
  return (
    <div role="presentation" className={styles.foot}>
      {state === "loading" ? "Airfields are loading." : "Type an identifier, a name or a city."}
    </div>
  );
}
