// How far the airfield of an aircraft is from one that the user chooses, and how long the flight takes.
import { Route } from "../../ui/icons/icons.ts";
import { useEffect, useRef, useState, type ComponentProps } from "react";
import { durationWords, flightMinutes, milesWords, nauticalMiles } from "../../../shared/domain/airfields/distance.ts";
import type { HomeAirport } from "../../../shared/domain/airfields/home-airport.ts";
import { useHydrated } from "../../client/shell/hydrated.ts";
import { storedStart, storeStart, type Start } from "../../client/airfields/start.ts";
import { LinkButton } from "../../ui/actions/link-button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { lazyComponent } from "../../ui/hooks/lazy-component.tsx";
import type { AirportField } from "./airport-field.tsx";
import styles from "./airfield-section.module.css";

const StartField = lazyComponent<ComponentProps<typeof AirportField>>(
  async () => (await import("./airport-field.tsx")).AirportField,
  { isInline: true, dismiss: ({ onCancel }) => onCancel?.() },
);

export function DistanceRow({ to, cruiseSpeed }: { to: HomeAirport; cruiseSpeed: number }) {
  const isHydrated = useHydrated();
  const [stored, setStart] = useState(storedStart);
  // The server's markup knows no start.
  const start = isHydrated ? stored : null;
  const [isChoosing, setChoosing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const hasChosen = useRef(false);
  useEffect(() => {
    if (!isChoosing && hasChosen.current) button.current?.focus();
  }, [isChoosing]);

  const end = (chosen: HomeAirport | null) => {
    hasChosen.current = true;
    setChoosing(false);
    if (!chosen) return;
    storeStart(chosen);
    setStart(chosen);
  };
  if (isChoosing)
    return (
      <div className={styles.choose}>
        <StartField
          label="Distance from"
          airport={null}
          usual={null}
          onChange={end}
          onCancel={() => end(null)}
          isFocused
        />
      </div>
    );
  return (
    <div className={styles.distance}>
      <Icon of={Route} />
      <p>{start ? <Distance from={start} to={to} knots={cruiseSpeed} /> : "How far is it from your airfield?"}</p>
      <LinkButton ref={button} onClick={() => setChoosing(true)}>
        {start ? "Change" : "Choose"}
        <span className="vh"> the airfield to measure from</span>
      </LinkButton>
    </div>
  );
}

function Distance({ from, to, knots }: { from: Start; to: HomeAirport; knots: number }) {
  if (from.id === to.id)
    return (
      <>
        <b>At {to.id}</b>, from which distances are measured
      </>
    );
  const miles = nauticalMiles(from, to);
  return (
    <>
      <b>{milesWords(miles)}</b> from {from.id} {from.name}, <b>{durationWords(flightMinutes(miles, knots))}</b> at{" "}
      {knots} kts, no wind
    </>
  );
}
