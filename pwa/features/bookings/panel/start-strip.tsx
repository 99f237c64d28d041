import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { classNames } from "../../../ui/styles/class-names.ts";
import type { StartChoice } from "../../../client/availability/start-choices.ts";
import styles from "./start-strip.module.css";

type StartStripProps = {
  choices: readonly StartChoice[];
  chosen: number | undefined;
  onChoose: (at: number) => void;
  /** Called with the half hour that is focused or pressed, null when the focus leaves. */
  onLook: (choice: StartChoice | null) => void;
  /** The accessible name of a half hour. */
  nameOf: (choice: StartChoice) => string;
  labelledBy: string;
  /** Id of the line with the reason. */
  reasonId: string;
  strip: RefObject<HTMLDivElement | null>;
};

/** Half hours as a radio group: arrows reach all, Space chooses one that is free. */
export function StartStrip({
  choices,
  chosen,
  onChoose,
  onLook,
  nameOf,
  labelledBy,
  reasonId,
  strip,
}: StartStripProps) {
  const [focused, setFocused] = useState<number | null>(null);
  const shown = choices.findIndex(({ at }) => at === chosen);
  const first = choices.findIndex(({ reason }) => reason === null);
  const home = Math.max(0, shown >= 0 ? shown : first);
  const focusedAt = choices.findIndex(({ at }) => at === focused);
  const stop = focusedAt >= 0 ? focusedAt : home;
  useScrollTo(strip, home, choices);

  const move = (to: number) => {
    const target = strip.current?.querySelectorAll<HTMLElement>("[role=radio]")[to];
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = choices.length - 1;
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by !== undefined) move(Math.min(last, Math.max(0, stop + by)));
    else if (event.key === "Home") move(0);
    else if (event.key === "End") move(last);
    else return;
    event.preventDefault();
  };
  const leave = () => {
    setFocused(null);
    onLook(null);
  };

  return (
    <div ref={strip} data-strip="" className={styles.strip}>
      <div role="radiogroup" aria-labelledby={labelledBy} className={styles.list}>
        {choices.map((choice, index) => (
          <button
            key={choice.at}
            type="button"
            role="radio"
            aria-checked={choice.at === chosen}
            aria-disabled={choice.reason !== null || undefined}
            aria-describedby={choice.reason === null ? undefined : reasonId}
            aria-label={nameOf(choice)}
            tabIndex={index === stop ? 0 : -1}
            className={classNames(
              styles.start,
              choice.reason !== null && styles.grey,
              choice.at === chosen && styles.chosen,
            )}
            onFocus={() => {
              setFocused(choice.at);
              onLook(choice);
            }}
            onBlur={leave}
            onKeyDown={onKeyDown}
            onClick={(event) => {
              // Safari does not focus a button that is pressed.
              event.currentTarget.focus();
              onLook(choice);
              if (choice.reason === null) onChoose(choice.at);
            }}
          >
            {choice.time}
            {choice.zoneName && <small>{choice.zoneName}</small>}
          </button>
        ))}
      </div>
    </div>
  );
}

/** Scrolls to the chosen half hour, or to the first that is free, whenever the half hours change. */
function useScrollTo(strip: RefObject<HTMLDivElement | null>, index: number, choices: readonly StartChoice[]) {
  const key = choices.map(({ at, reason }) => `${at}${reason === null}`).join();
  const latest = useRef(index);
  useEffect(() => {
    latest.current = index;
  });
  useEffect(() => {
    const box = strip.current;
    const target = box?.querySelectorAll<HTMLElement>("[role=radio]")[latest.current];
    if (box && target) box.scrollLeft = target.offsetLeft;
  }, [strip, key]);
}
