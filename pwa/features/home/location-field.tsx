import { MapPin } from "lucide-react";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { classNames } from "../../ui/styles/class-names.ts";
import { Icon } from "../../ui/display/icon.tsx";
import { suggestLocations } from "./suggestions.ts";
import cellStyles from "./search-form.module.css";
import styles from "./location-field.module.css";

type LocationFieldProps = {
  value: string;
  onChange: (location: string) => void;
  /** All locations the device knows. */
  locations: readonly string[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** A text field with suggestions below; the user may search for any text, suggested or not. */
export function LocationField({ value, onChange, locations, isOpen, onOpenChange }: LocationFieldProps) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState(-1);
  const suggestions = isOpen ? suggestLocations(locations, value) : [];
  const isListed = suggestions.length > 0;
  const optionId = (place: number) => `${listId}-${place}`;

  // Text typed before hydration triggered no handler.
  useEffect(() => {
    const field = input.current;
    if (!field || field.value === value) return;
    onChange(field.value);
    if (field === document.activeElement) onOpenChange(true);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only once: later the field follows `value`
  }, []);

  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);

  const close = () => {
    setActive(-1);
    onOpenChange(false);
  };
  const choose = (location: string) => {
    onChange(location);
    close();
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!isListed) return onOpenChange(true);
      const by = event.key === "ArrowDown" ? 1 : -1;
      // Index 0 is the typed text itself; suggestions follow.
      const places = suggestions.length + 1;
      setActive(((active + 1 + by + places) % places) - 1);
    } else if (event.key === "Enter" && isListed && active >= 0) {
      event.preventDefault();
      choose(suggestions[active]?.location ?? value);
    } else if (event.key === "Escape" && isListed) {
      event.stopPropagation();
      close();
    }
  };

  return (
    <div className={classNames(cellStyles.cell, cellStyles.wide)}>
      <label className={cellStyles.face}>
        <Icon of={MapPin} />
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
            placeholder="Any location"
            data-focus-on-arrival=""
            aria-expanded={isListed}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={active >= 0 && isListed ? optionId(active) : undefined}
            value={value}
            className={classNames(cellStyles.value, styles.input)}
            onChange={(event) => {
              onChange(event.target.value);
              setActive(-1);
              onOpenChange(event.target.value.trim() !== "");
            }}
            onClick={() => onOpenChange(true)}
            onBlur={close}
            onKeyDown={onKeyDown}
          />
        </span>
      </label>
      <ul ref={list} id={listId} role="listbox" aria-label="Locations" hidden={!isListed} className={styles.list}>
        {suggestions.map(({ location, before, matched, after }, place) => (
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the keyboard stays in the field
          <li
            key={location}
            id={optionId(place)}
            role="option"
            aria-selected={place === active}
            className={classNames(styles.option, place === active && styles.active)}
            // Prevents a blur of the field, which would remove the list before the press ends.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(location)}
          >
            <span>
              {before}
              {matched && <b>{matched}</b>}
              {after}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
