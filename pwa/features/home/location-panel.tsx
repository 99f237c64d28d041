// The list below the field Location: airfields, places and aircraft for the typed text. Loaded when the field gets the focus.
import { ArrowLeft, CornerDownLeft, CloudOff, LocateFixed, X } from "../../ui/icons/icons.ts";
import { useEffect, useLayoutEffect, useState, type RefObject } from "react";
import { useNavigate } from "react-router-dom";
import { grouped } from "../../../shared/kit/counted.ts";
import { HERE, nearText } from "../../../shared/domain/airfields/near.ts";
import { asOfLabel } from "../../../shared/kit/dates.ts";
import { useAirfields, type Airfields } from "../../client/airfields/airfields.ts";
import { useHeldAircraft } from "../../client/airfields/held-aircraft.ts";
import { askPosition, POSITION_OFF } from "../../client/airfields/position.ts";
import { useOnline } from "../../client/api/online.ts";
import { deviceWord } from "../../client/shell/device-word.ts";
import { IconButton } from "../../ui/actions/icon-button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { Suggestions, type ChosenBy, type ListState, type Suggestion } from "../../ui/form/suggestions.tsx";
import { useOverlayEntry } from "../../ui/overlay/overlay-history.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import { isWholePlace, locationGroups, textOf, unknownText, type LocationOption } from "./location-options.ts";
import { suggestionOf } from "./location-row.tsx";
import styles from "./location-panel.module.css";

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

export function LocationPanel(props: LocationPanelProps) {
  const { id, typed, input, first, isAsking, locations, onFill, onTake, onClose, onState } = props;
  const navigate = useNavigate();
  const airfields = useAirfields();
  const held = useHeldAircraft();
  const isOnline = useOnline();
  const [isRefused, setRefused] = useState(false);
  // On a phone the list covers the page, and Back closes it.
  const [isFull] = useState(() => matchMedia(PHONE).matches);
  useOverlayEntry(isFull, onClose);
  const groups = locationGroups(typed, { index: airfields.index, locations, held: held.aircraft });
  const options = groups.flatMap((group) => group.options);
  const enterTakes = firstOf(typed, options);
  useLayoutEffect(() => {
    const option = enterTakes === null ? undefined : options[enterTakes];
    first.current = (option && textOf(option)) ?? null;
  });
  useEffect(() => () => void (first.current = null), [first]);

  const choosePosition = async () => {
    isAsking.current = true;
    const position = await askPosition();
    isAsking.current = false;
    if (!position) return setRefused(true);
    onClose();
    onTake(nearText({ id: HERE }));
  };
  const choose = (at: number, by: ChosenBy) => {
    const option = options[at - BEFORE];
    if (!option) return void choosePosition();
    const text = textOf(option);
    onClose();
    if (text !== null) (by === "first" ? onTake : onFill)(text);
    else if (option.kind === "aircraft") void navigate(`/aircraft/${option.plane.id}`, { state: { canGoBack: true } });
  };

  const isNothing = options.length === 0 && airfields.state !== "loading" && typed.trim() !== "";
  return (
    <div className={styles.panel}>
      <div className={styles.tools} onPointerDown={(event) => event.preventDefault()}>
        <IconButton icon={ArrowLeft} label="Close the list" tabIndex={-1} onClick={onClose} />
        {typed !== "" && <IconButton icon={X} label="Clear the text" tabIndex={-1} onClick={() => onFill("")} />}
      </div>
      {!isOnline && (
        <p className={styles.banner}>
          <Icon of={CloudOff} />
          <span>
            <b>You're offline.</b> Search works. Requests wait on this {deviceWord()}.
          </span>
        </p>
      )}
      <Suggestions
        id={id}
        label="Airfields and places"
        typed={typed}
        input={input}
        alone={[position]}
        groups={groups.map(({ title, options: its }) => ({
          title,
          options: its.map((option) => suggestionOf(option, typed)),
        }))}
        enterTakes={enterTakes === null ? null : enterTakes + BEFORE}
        firstDown={BEFORE}
        message={isRefused ? POSITION_OFF : isNothing ? unknownText(typed, airfields.index !== null) : ""}
        foot={<Foot airfields={airfields} asOf={held.asOf} takesFirst={enterTakes !== null} />}
        onChoose={choose}
        onClose={onClose}
        onState={onState}
        className={styles.list}
      />
    </div>
  );
}

const PHONE = "(max-width: 39.9375em)";
const POSITION = "Near my position";
const position: Suggestion = { name: POSITION, mark: <Icon of={LocateFixed} />, title: POSITION };
/** Options before those of the groups. */
const BEFORE = 1;

/** Enter takes the first option, but a place whose whole name is typed, and nothing without a text. */
function firstOf(typed: string, options: readonly LocationOption[]): number | null {
  if (typed.trim() === "" || options.length === 0) return null;
  const place = isWholePlace(typed) ? options.findIndex(({ kind }) => kind === "place") : -1;
  return Math.max(0, place);
}

type FootProps = { airfields: Airfields; asOf: string | null; takesFirst: boolean };

function Foot({ airfields: { state, index }, asOf, takesFirst }: FootProps) {
  const isOnline = useOnline();
  if (isOnline)
    return (
      <div role="presentation" className={styles.foot}>
        {takesFirst && <Icon of={CornerDownLeft} size="s" />}
        {takesFirst && "Enter takes the first. "}
        {state === "loading" ? "Airfields are loading." : "Airfields work without a connection."}
      </div>
    );
  const where = `on this ${deviceWord()}`;
  return (
    <div role="presentation" className={classNames(styles.foot, styles.offline)}>
      <Icon of={CloudOff} size="s" />
      <span>
        {index ? `Airfields are ${where}, ${grouped(index.ids.length)} of them.` : `Airfields are not ${where} yet.`}{" "}
        {asOf && `Aircraft and prices from ${asOfLabel(asOf, new Date())}.`}
      </span>
    </div>
  );
}
