// The list below the field Location: airfields, places and aircraft for the typed text. Loaded when the field gets the focus.
import { CornerDownLeft, CloudOff, LocateFixed } from "lucide-react";
import { useEffect, useLayoutEffect, useState, type RefObject } from "react";
import { useNavigate } from "react-router-dom";
import { HERE, nearText } from "../../../shared/domain/airfields/near.ts";
import { asOfLabel } from "../../../shared/kit/dates.ts";
import { useAirfields, type Airfields } from "../../client/airfields/airfields.ts";
import { useHeldAircraft } from "../../client/airfields/held-aircraft.ts";
import { askPosition } from "../../client/airfields/position.ts";
import { useOnline } from "../../client/api/online.ts";
import { deviceWord } from "../../client/shell/device-word.ts";
import { Icon } from "../../ui/display/icon.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { isWholePlace, locationGroups, textOf, unknownText, type LocationOption } from "./location-options.ts";
import { OptionRow, optionName } from "./location-row.tsx";
import styles from "./location-panel.module.css";

/** What the list says about itself for the attributes of the field. */
export type ListState = { isListed: boolean; active: string | undefined };

type LocationPanelProps = {
  id: string;
  typed: string;
  input: RefObject<HTMLInputElement | null>;
  first: RefObject<string | null>;
  isAsking: RefObject<boolean>;
  locations: readonly string[];
  /** Writes a choice into the field. */
  onFill: (text: string) => void;
  /** Searches for a choice at once. */
  onTake: (text: string) => void;
  onClose: () => void;
  onState: (state: ListState) => void;
};

/** Place of «Near my position» among the options; the others follow. */
const POSITION = -1;

export function LocationPanel(props: LocationPanelProps) {
  const { id, typed, input, first, isAsking, locations, onFill, onTake, onClose, onState } = props;
  const navigate = useNavigate();
  const airfields = useAirfields();
  const held = useHeldAircraft();
  const [isRefused, setRefused] = useState(false);
  const groups = locationGroups(typed, { index: airfields.index, locations, held: held.aircraft });
  const options = groups.flatMap((group) => group.options);

  // The option that the arrow keys reached, for the text that it was reached with.
  const [reached, setReached] = useState<{ typed: string; at: number } | null>(null);
  const chosen = reached?.typed === typed ? reached.at : null;
  const enterTakes = firstOf(typed, options);
  const active = chosen ?? enterTakes;
  const optionId = (at: number) => `${id}-${at}`;
  const activeId = active === null ? undefined : optionId(active);

  useLayoutEffect(() => onState({ isListed: true, active: activeId }), [onState, activeId]);
  useLayoutEffect(() => {
    const option = enterTakes === null ? undefined : options[enterTakes];
    first.current = (option && textOf(option)) ?? null;
  });
  useEffect(
    () => () => {
      onState({ isListed: false, active: undefined });
      first.current = null;
    },
    [onState, first],
  );
  useEffect(() => {
    if (chosen !== null) document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: "nearest" });
  }, [id, chosen]);

  const apply = (option: LocationOption, write: (text: string) => void) => {
    const text = textOf(option);
    onClose();
    if (text !== null) write(text);
    else if (option.kind === "aircraft") void navigate(`/aircraft/${option.plane.id}`, { state: { canGoBack: true } });
  };
  const choosePosition = async () => {
    isAsking.current = true;
    const position = await askPosition();
    isAsking.current = false;
    if (!position) return setRefused(true);
    onClose();
    onTake(nearText({ id: HERE }));
  };
  const choose = (at: number) => {
    const option = options[at];
    if (at === POSITION) void choosePosition();
    else if (option) apply(option, onFill);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const by = event.key === "ArrowDown" ? 1 : -1;
      const places = options.length + 1;
      // Before any choice the first arrow goes from the field's own text to the first or the last option.
      const from = active ?? (by > 0 ? POSITION : options.length);
      setReached({ typed, at: ((from + 1 + by + places) % places) - 1 });
    } else if (event.key === "Enter" && active !== null) {
      event.preventDefault();
      if (chosen !== null) choose(chosen);
      else apply(options[active]!, onTake);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      onClose();
    }
  };
  useEffect(() => {
    const field = input.current;
    field?.addEventListener("keydown", onKeyDown);
    return () => field?.removeEventListener("keydown", onKeyDown);
  });

  const optionProps = (at: number) => ({
    id: optionId(at),
    role: "option",
    "aria-selected": at === active,
    className: classNames(styles.option, at === POSITION && styles.position, at === active && styles.active),
    onClick: () => choose(at),
  });
  const isNothing = options.length === 0 && airfields.state !== "loading" && typed.trim() !== "";
  const message = isRefused ? REFUSED : isNothing ? unknownText(typed) : "";
  return (
    <>
      <div
        id={id}
        role="listbox"
        aria-label="Airfields and places"
        className={styles.panel}
        // Prevents a blur of the field, which would remove the list before the press ends.
        onPointerDown={(event) => event.preventDefault()}
      >
        <div {...optionProps(POSITION)}>
          <Icon of={LocateFixed} />
          <b>Near my position</b>
        </div>
        {groups.map(({ title, options: its }) => (
          <div key={title} role="presentation">
            <div role="presentation" className={styles.title}>
              {title}
            </div>
            {its.map((option) => {
              const at = options.indexOf(option);
              return (
                <div key={at} {...optionProps(at)}>
                  <span className="vh">{optionName(option)}</span>
                  <OptionRow option={option} typed={typed} />
                </div>
              );
            })}
          </div>
        ))}
        {message && (
          <div role="presentation" className={styles.message}>
            {message}
          </div>
        )}
        <Foot airfields={airfields} asOf={held.asOf} />
      </div>
      <p role="status" className="vh">
        {message}
      </p>
    </>
  );
}

const REFUSED = "Position is off for this site. Type an airfield instead.";

/** Enter takes the first option, but a place whose whole name is typed, and nothing without a text. */
function firstOf(typed: string, options: readonly LocationOption[]): number | null {
  if (typed.trim() === "" || options.length === 0) return null;
  const place = isWholePlace(typed) ? options.findIndex(({ kind }) => kind === "place") : -1;
  return Math.max(0, place);
}

function Foot({ airfields: { state, index }, asOf }: { airfields: Airfields; asOf: string | null }) {
  const isOnline = useOnline();
  if (isOnline)
    return (
      <div role="presentation" className={styles.foot}>
        <Icon of={CornerDownLeft} size="s" />
        {state === "loading" ? "Airfields are loading." : "Enter takes the first. Airfields work without a connection."}
      </div>
    );
  const where = `on this ${deviceWord()}`;
  return (
    <div role="presentation" className={classNames(styles.foot, styles.offline)}>
      <Icon of={CloudOff} size="s" />
      <span>
        {index
          ? `Airfields are ${where}, ${index.ids.length.toLocaleString("en-US")} of them.`
          : `Airfields are not ${where} yet.`}{" "}
        {asOf && `Aircraft and prices from ${asOfLabel(asOf, new Date())}.`}
      </span>
    </div>
  );
}
