// The list of options at a text field with `role="combobox"`, which keeps the focus: its keys, its groups and its names.
import { useEffect, useLayoutEffect, useState, type ReactNode, type RefObject } from "react";
import { classNames } from "../styles/class-names.ts";
import styles from "./suggestions.module.css";

export type Suggestion = {
  /** Whole name for screen readers, which do not read the row. */
  name: string;
  mark: ReactNode;
  title: ReactNode;
  about?: ReactNode;
  /** At the right. */
  end?: ReactNode;
};

export type SuggestionGroup = { title: string; options: readonly Suggestion[] };

/** What the list says about itself for the attributes of the field. */
export type ListState = { isListed: boolean; active: string | undefined };

/** Keys that choose: `first` is Enter without an arrow key before. */
export type ChosenBy = "first" | "arrows" | "press" | "tab";

type SuggestionsProps = {
  id: string;
  label: string;
  typed: string;
  input: RefObject<HTMLInputElement | null>;
  /** Options before the groups. */
  alone?: readonly Suggestion[];
  groups: readonly SuggestionGroup[];
  /** Place among all options of the one that Enter takes; null for none. */
  enterTakes: number | null;
  /** Place of the option that the arrow key down reaches first. */
  firstDown?: number;
  /** Tab takes the active option, too. */
  takesOnTab?: boolean;
  /** Said, and shown above the groups. */
  message?: string;
  foot: ReactNode;
  onChoose: (at: number, by: ChosenBy) => void;
  onClose: () => void;
  onState: (state: ListState) => void;
  className?: string | undefined;
};

export function Suggestions(props: SuggestionsProps) {
  const { id, label, typed, input, alone = [], groups, enterTakes, message = "", foot, onState, className } = props;
  const options = [...alone, ...groups.flatMap((group) => group.options)];
  // The option that the arrow keys reached, for the text that it was reached with.
  const [reached, setReached] = useState<{ typed: string; at: number } | null>(null);
  const chosen = reached?.typed === typed && reached.at < options.length ? reached.at : null;
  const active = chosen ?? enterTakes;
  const optionId = (at: number) => `${id}-${at}`;
  const activeId = active === null ? undefined : optionId(active);

  useLayoutEffect(() => onState({ isListed: true, active: activeId }), [onState, activeId]);
  useEffect(() => () => onState({ isListed: false, active: undefined }), [onState]);
  useEffect(() => {
    if (chosen !== null) document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: "nearest" });
  }, [id, chosen]);

  const onKey = (event: KeyboardEvent) => {
    const { firstDown = 0, takesOnTab = false, onChoose, onClose } = props;
    if (event.target !== input.current || event.isComposing) return;
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      const by = key === "ArrowDown" ? 1 : -1;
      const count = options.length;
      // Before any choice the first arrow goes from the field's own text.
      const from = active ?? (by > 0 ? firstDown - 1 : count);
      if (count > 0) setReached({ typed, at: (from + by + count) % count });
    } else if (key === "Enter" && active !== null) {
      event.preventDefault();
      onChoose(active, chosen === null ? "first" : "arrows");
    } else if (key === "Tab" && takesOnTab && active !== null && !event.shiftKey) {
      onChoose(active, "tab");
    } else if (key === "Escape") {
      // A dialog around it listens on the document, and would close too.
      event.stopPropagation();
      event.preventDefault();
      onClose();
    }
  };
  useEffect(() => {
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  });

  const starts = groups.map((_, nth) =>
    groups.slice(0, nth).reduce((sum, group) => sum + group.options.length, alone.length),
  );
  const optionOf = (option: Suggestion, at: number) => (
    <button
      key={at}
      id={optionId(at)}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={at === active}
      className={classNames(styles.option, at === active && styles.active)}
      onClick={() => props.onChoose(at, "press")}
    >
      <span className="vh">{option.name}</span>
      <span className={styles.row} aria-hidden="true">
        <span className={styles.mark}>{option.mark}</span>
        <span className={styles.words}>
          <span className={styles.name}>{option.title}</span>
          {option.about && <span className={styles.about}>{option.about}</span>}
        </span>
        {option.end && <span className={styles.end}>{option.end}</span>}
      </span>
    </button>
  );
  return (
    <>
      <div
        id={id}
        role="listbox"
        aria-label={label}
        className={classNames(styles.list, className)}
        // Prevents a blur of the field, which would remove the list before the press ends.
        onPointerDown={(event) => event.preventDefault()}
      >
        {alone.map((option, at) => optionOf(option, at))}
        <div role="presentation" className={styles.box}>
          {message && (
            <div role="presentation" className={styles.message}>
              {message}
            </div>
          )}
          {groups.map(({ title, options: its }, nth) => (
            <div key={title} role="presentation">
              <div role="presentation" className={styles.title}>
                {title}
              </div>
              {its.map((option, place) => optionOf(option, starts[nth]! + place))}
            </div>
          ))}
          {foot}
        </div>
      </div>
      <p role="status" className="vh">
        {message}
      </p>
    </>
  );
}
