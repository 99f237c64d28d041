import { mainAirportOf, type HomeAirport, type MainAirport } from "../../../shared/domain/airfields/home-airport.ts";
import { AirportField } from "./airport-field.tsx";
import type { UsualAirport } from "./airport-options.ts";

export type HomeAirportProps = {
  location: string;
  /** Null for the main airport of the location. */
  airport: HomeAirport | null;
  onChange: (airport: HomeAirport | null) => void;
  error?: string | undefined;
  className?: string | undefined;
};

/** Where an aircraft is: the main airport of its location, or any other airfield. */
export function HomeAirportField({ location, airport, onChange, error, className }: HomeAirportProps) {
  const main = mainAirportOf(location);
  return (
    <AirportField
      label="Home airport"
      hint={hintOf(location, main, airport)}
      error={error}
      className={className}
      airport={airport ?? main}
      usual={main && usualOf(location, main)}
      onChange={(chosen) => onChange(chosen?.id === main?.id ? null : chosen)}
    />
  );
}

function usualOf(location: string, { elevationFt, ...airport }: MainAirport): UsualAirport {
  return { title: "Main airport", airport, place: location, elevation: Math.round(elevationFt) };
}

function hintOf(location: string, main: MainAirport | null, airport: HomeAirport | null): string {
  if (!main) return "The aircraft follows the clock of its airport.";
  return airport ? `The main airport of ${location} is ${main.id}.` : `The main airport of ${location}.`;
}
