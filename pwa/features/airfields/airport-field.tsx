// A text field for one airfield, with those that the typed text finds, also without a network.
import { useEffect, useId, useRef, useState } from "react";
import { airportText, type HomeAirport } from "../../../shared/domain/airfields/home-airport.ts";
import { rowOf } from "../../../shared/domain/airfields/search.ts";
import { useAirfields } from "../../client/airfields/airfields.ts";
import { Field } from "../../ui/form/field.tsx";
import type { ListState } from "../../ui/form/suggestions.tsx";
import fieldStyles from "../../ui/form/field.module.css";
import { AirportList } from "./airport-list.tsx";
import { airportAt, type UsualAirport } from "./airport-options.ts";

const noList: ListState = { isListed: false, active: undefined };

type AirportFieldProps = {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  className?: string | undefined;
  /** What the field shows while nobody types. */
  airport: HomeAirport | null;
  /** The airfield that an empty field means; the list offers it while nothing is typed. */
  usual: UsualAirport | null;
  /** Null when the field was emptied. */
  onChange: (airport: HomeAirport | null) => void;
  /** The list was closed without a choice. */
  onCancel?: () => void;
  isFocused?: boolean;
};

/** A text field for one airfield. */
export function AirportField(props: AirportFieldProps) {
  const { label, hint, error, className, airport, usual, onChange, onCancel, isFocused = false } = props;
  const { index } = useAirfields();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  /** Text that is being typed; null while the field shows the airport. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [{ isListed, active }, setListState] = useState(noList);
  useEffect(() => {
    if (isFocused) input.current?.focus();
  }, [isFocused]);

  const take = (chosen: HomeAirport | null) => {
    setTyped(null);
    setOpen(false);
    onChange(chosen);
  };
  const cancel = () => {
    setOpen(false);
    setTyped(null);
    onCancel?.();
  };
  /** An identifier counts without a choice, and an empty field is the usual airport. Any other text is dropped. */
  const leave = () => {
    setOpen(false);
    if (typed === null) return onCancel?.();
    const row = index && rowOf(index, typed);
    if (typed.trim() === "") take(null);
    else if (index && row !== null) take(airportAt(index, row));
    else cancel();
  };

  return (
    <Field label={label} hint={hint} error={error} className={className}>
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
            value={typed ?? (airport ? airportText(airport) : "")}
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
              usual={usual}
              onTake={take}
              onClose={cancel}
              onLeave={() => setOpen(false)}
              onState={setListState}
            />
          )}
        </span>
      )}
    </Field>
  );
}
