// The open list of a select: it hangs from its field, and on a phone it is a sheet from below. Loaded when it opens.
import { Check } from "../icons/icons.ts";
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { Icon } from "../display/icon.tsx";
import { classNames } from "../styles/class-names.ts";
import { Sheet } from "../overlay/sheet.tsx";
import { hangFrom } from "./hang-from.ts";
import { afterKey, type KeyPress } from "./select-keys.ts";
import hanging from "./hanging.module.css";
import styles from "./select-list.module.css";

export type SelectListProps = {
  id: string;
  /** The button that opened it; it keeps the focus while the list hangs from it. */
  field: RefObject<HTMLButtonElement | null>;
  label: string;
  options: readonly { value: string | number; label: string }[];
  chosen: string | number;
  /** Keys pressed before this code was loaded. */
  early: RefObject<KeyPress[]>;
  onChoose: (at: number) => void;
  /** Closes it, and the focus returns to the field. */
  onClose: () => void;
  /** Closes it because the focus or a press went elsewhere. */
  onLeave: () => void;
};

/** Phones get a sheet, and so do browsers without a top layer for the list. */
function needsSheet(): boolean {
  return !("showPopover" in HTMLElement.prototype) || matchMedia("(max-width: 39.9375em)").matches;
}

export function SelectList(props: SelectListProps) {
  const { field, label, onClose, onLeave } = props;
  // It stays what it was when it opened, also when the window changes.
  const [isSheet] = useState(needsSheet);
  const list = useRef<HTMLDivElement>(null);
  const leave = useRef(onLeave);
  useLayoutEffect(() => {
    // While the code was loading the user went elsewhere.
    if (document.activeElement !== field.current) leave.current();
  }, [field]);
  if (!isSheet) return <HangingList {...props} list={list} />;
  return (
    <Sheet
      open
      side="bottom"
      title={label}
      onClose={onClose}
      onOpened={(event) => {
        event.preventDefault();
        list.current?.focus({ preventScroll: true });
      }}
    >
      <Options {...props} list={list} reader={list} />
    </Sheet>
  );
}

type ListProps = SelectListProps & { list: RefObject<HTMLDivElement | null> };

function HangingList(props: ListProps) {
  const { field, list, onLeave } = props;
  const box = useRef<HTMLDivElement>(null);
  const leave = useRef(onLeave);
  useLayoutEffect(() => {
    if (box.current && field.current) return hangFrom(box.current, field.current, leave.current);
  }, [field]);
  return (
    <div ref={box} popover="manual" className={classNames(hanging.hanging, styles.hung)}>
      <Options {...props} list={list} reader={field} />
    </div>
  );
}

type OptionsProps = ListProps & {
  /** The element with the focus, whose keys the list takes. */
  reader: RefObject<HTMLElement | null>;
};

function Options({ id, label, options, chosen, early, onChoose, field, list, reader }: OptionsProps) {
  // Options may come and go while the list is open, so the active one is known by its value.
  const [state, setState] = useState({ value: chosen, typed: "", typedAt: 0 });
  const indexOf = (value: string | number) => options.findIndex((option) => option.value === value);
  const known = indexOf(state.value);
  const active = Math.max(known === -1 ? indexOf(chosen) : known, 0);

  const take = useRef<(...presses: KeyPress[]) => boolean>(() => false);
  useLayoutEffect(() => {
    take.current = (...presses) => {
      const labels = options.map((option) => option.label);
      let now = { ...state, active };
      for (const press of presses) {
        const next = afterKey(labels, now, press);
        if (next === null) return false;
        if (next === "choose") {
          onChoose(now.active);
          return true;
        }
        now = { ...next, value: options[next.active]?.value ?? chosen };
      }
      setState(now);
      return true;
    };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, altKey, timeStamp: at } = event;
      if (event.ctrlKey || event.metaKey || event.target !== reader.current) return;
      const isTab = key === "Tab";
      // In a sheet Tab reaches its other controls. At a field it chooses, and the focus moves on.
      if ((isTab && reader !== field) || !take.current({ key, altKey, at })) return;
      event.stopPropagation();
      if (!isTab) event.preventDefault();
    };
    const keys = early.current.splice(0);
    if (keys.length > 0) take.current(...keys);
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, [early, field, reader]);

  useEffect(() => {
    const focused = reader.current;
    focused?.setAttribute("aria-activedescendant", `${id}-${active}`);
    return () => focused?.removeAttribute("aria-activedescendant");
  }, [reader, id, active]);

  const isRevealed = useRef(false);
  useLayoutEffect(() => {
    reveal(list.current?.children[active], isRevealed.current);
    isRevealed.current = true;
  }, [list, active]);

  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      tabIndex={reader === field ? -1 : 0}
      className={styles.list}
    >
      {options.map((option, at) => (
        <button
          key={option.value}
          id={`${id}-${at}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={option.value === chosen}
          data-active={at === active ? "" : undefined}
          className={styles.option}
          // The focus stays where it is.
          onMouseDown={(event) => event.preventDefault()}
          // The second half of a double press on the field chooses nothing.
          onClick={({ detail }) => detail < 2 && onChoose(at)}
        >
          <span>{option.label}</span>
          {option.value === chosen && <Icon of={Check} size="s" />}
        </button>
      ))}
    </div>
  );
}

/** Scrolls the list, and nothing around it, until the option is in view. At first the option is in its middle. */
function reveal(option: Element | undefined, isNear: boolean) {
  const list = option?.closest("[role=listbox]");
  // In a sheet the part around the list scrolls.
  const scroller = list && list.scrollHeight <= list.clientHeight ? list.parentElement : list;
  if (!option || !scroller) return;
  const [inner, outer] = [option.getBoundingClientRect(), scroller.getBoundingClientRect()];
  const [above, below] = [inner.top - outer.top, inner.bottom - outer.bottom];
  if (!isNear) scroller.scrollTop += (above + below) / 2;
  else if (above < 0) scroller.scrollTop += above;
  else if (below > 0) scroller.scrollTop += below;
}
