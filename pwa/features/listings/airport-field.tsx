// The home airport of a listing: a text field with the airfields that the typed text finds, also without a network.
import { useId, useRef, useState } from "react";
import { airportText, mainAirportOf, type HomeAirport } from "../../../shared/domain/airfields/home-airport.ts";
import { rowOf } from "../../../shared/domain/airfields/search.ts";
import { useAirfields } from "../../client/airfields/airfields.ts";
import { Field } from "../../ui/form/field.tsx";
import type { ListState } from "../../ui/form/suggestions.tsx";
import fieldStyles from "../../ui/form/field.module.css";
import { AirportList } from "./airport-list.tsx";
import { airportAt } from "./airport-options.ts";

const noList: ListState = { isListed: false, active: undefined };

type AirportFieldProps = {
  location: string;
  /** Null for the main airport of the location. */
  airport: HomeAirport | null;
  onChange: (airport: HomeAirport | null) => void;
  error?: string | undefined;
  className?: string | undefined;
};

export function AirportField({ location, airport, onChange, error, className }: AirportFieldProps) {
  const { index } = useAirfields();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  /** Text that is being typed; null while the field shows the airport. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [{ isListed, active }, setListState] = useState(noList);
  const main = mainAirportOf(location);
  const shown = airport ?? main;

  const take = (chosen: HomeAirport | null) => {
    setTyped(null);
    setOpen(false);
    onChange(chosen?.id === main?.id ? null : chosen);
  };
  /** An identifier counts without a choice, and an empty field is the main airport. Any other text is dropped. */
  const leave = () => {
    setOpen(false);
    if (typed === null) return;
    const row = index && rowOf(index, typed);
    if (typed.trim() === "") take(null);
    else if (index && row !== null) take(airportAt(index, row));
    else setTyped(null);
  };

  return (
    <Field label="Home airport" hint={hintOf(location, airport)} error={error} className={className}>
      {(ids) => (
        <span className={fieldStyles.box}>
          <input
            {...ids}
            ref={input}
            type="text"
            name="airport"
            role="combobox"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="Identifier, name or city"
            aria-expanded={isOpen && isListed}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={isOpen ? active : undefined}
            value={typed ?? (shown ? airportText(shown) : "")}
            onChange={({ target }) => {
              setTyped(target.value);
              setOpen(true);
            }}
            onFocus={({ target }) => target.select()}
            onClick={() => setOpen(true)}
            onKeyDown={({ key }) => /^Arrow(Up|Down)$/.test(key) && setOpen(true)}
            onBlur={leave}
          />
          {isOpen && (
            <AirportList
              id={listId}
              input={input}
              typed={typed ?? ""}
              location={location}
              onTake={take}
              onClose={() => {
                setOpen(false);
                setTyped(null);
              }}
              onLeave={() => setOpen(false)}
              onState={setListState}
            />
          )}
        </span>
      )}
    </Field>
  );
}

function hintOf(location: string, airport: HomeAirport | null): string {
  const main = mainAirportOf(location);
  if (!main) return "Its clock is the clock of the aircraft.";
  return airport ? `The main airport of ${location} is ${main.id}.` : `The main airport of ${location}.`;
}
