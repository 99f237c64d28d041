import { MapPin } from "../../ui/icons/icons.ts";
import { useId, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { useHydrated } from "../../client/shell/hydrated.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import { Icon } from "../../ui/display/icon.tsx";
import { lazyComponent } from "../../ui/hooks/lazy-component.tsx";
import type { ListState } from "../../ui/form/suggestions.tsx";
import cellStyles from "./search-form.module.css";
import styles from "./location-field.module.css";

const loadPanel = () => import("./location-panel.tsx");
const LocationPanel = lazyComponent(async () => (await loadPanel()).LocationPanel);

const noList: ListState = { isListed: false, active: undefined };

type LocationFieldProps = {
  value: string;
  onChange: (location: string) => void;
  /** Searches with this text: Enter took the first option. */
  onTake: (location: string) => void;
  /** The text of the option that Enter takes; null without one. */
  first: RefObject<string | null>;
  /** All locations the device knows. */
  locations: readonly string[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** A text field with airfields, places and aircraft below; the user may search for any text, suggested or not. */
export function LocationField({ value, onChange, isOpen, onOpenChange, ...rest }: LocationFieldProps) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  /** A dialog of the browser about the position takes the focus: the list stays. */
  const isAsking = useRef(false);
  /** Whether there was text before hydration. */
  const isTyped = useRef(false);
  const [{ isListed, active }, setListState] = useState(noList);

  // Text typed before hydration triggered no handler. Read before the search of the address takes its place.
  useLayoutEffect(() => {
    const field = input.current;
    if (!field || field.value === value) return;
    isTyped.current = true;
    onChange(field.value);
    if (field === document.activeElement) onOpenChange(true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only once: later the field follows `value`
  }, []);
  const isHydrated = useHydrated();
  // The search of the address has come into an empty field that had the focus: letters replace it.
  useLayoutEffect(() => {
    if (isHydrated && !isTyped.current && input.current === document.activeElement) input.current?.select();
  }, [isHydrated]);

  return (
    <div className={classNames(cellStyles.cell, cellStyles.wide)}>
      <label className={cellStyles.face}>
        <Icon of={MapPin} className={styles.pin} />
        <span className={cellStyles.words}>
          <span className="lab">Location</span>
          <input
            ref={input}
            type="text"
            role="combobox"
            autoComplete="off"
            autoCapitalize="words"
            spellCheck={false}
            enterKeyHint="search"
            placeholder="Airfield or place"
            data-focus-on-arrival=""
            aria-expanded={isOpen && isListed}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={isOpen ? active : undefined}
            value={value}
            className={classNames(cellStyles.value, styles.input)}
            onChange={(event) => {
              onChange(event.target.value);
              onOpenChange(event.target.value.trim() !== "");
            }}
            onClick={() => onOpenChange(true)}
            onFocus={() => void loadPanel().catch(() => undefined)}
            onBlur={() => isAsking.current || onOpenChange(false)}
            onKeyDown={({ key }) => /^Arrow(Up|Down)$/.test(key) && onOpenChange(true)}
          />
        </span>
      </label>
      {isOpen && (
        <LocationPanel
          {...rest}
          id={listId}
          typed={value}
          input={input}
          isAsking={isAsking}
          onFill={onChange}
          onClose={() => onOpenChange(false)}
          onState={setListState}
        />
      )}
    </div>
  );
}
