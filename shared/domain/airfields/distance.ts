// Distances between airfields, and how long a flight takes at cruise without wind.
import { grouped } from "../../kit/counted.ts";

/** In degrees; north and east are positive. */
export type Position = { latitude: number; longitude: number };

/** Mean radius of the earth in nautical miles. */
const EARTH_RADIUS_NM = 3440.065;
const MINUTES_STEP = 5;

/** Length of the great circle between two positions, in nautical miles. */
export function nauticalMiles(from: Position, to: Position): number {
  const latitudeSine = Math.sin(radians(to.latitude - from.latitude) / 2);
  const longitudeSine = Math.sin(radians(to.longitude - from.longitude) / 2);
  const cosines = Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude));
  const chord = Math.sqrt(latitudeSine ** 2 + cosines * longitudeSine ** 2);
  return 2 * EARTH_RADIUS_NM * Math.asin(Math.min(1, chord));
}

/** Minutes of flight at cruise speed in knots, rounded to 5; the shortest flight takes 5. */
export function flightMinutes(miles: number, knots: number): number {
  return Math.max(MINUTES_STEP, Math.round((miles / knots) * (60 / MINUTES_STEP)) * MINUTES_STEP);
}

/** `40 min`, `2 h`, `1 h 25 min` */
export function durationWords(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 ? `${hours} h` : "", rest > 0 || hours === 0 ? `${rest} min` : ""].filter(Boolean).join(" ");
}

/** `1,204 nm` */
export function milesWords(miles: number): string {
  return `${grouped(Math.round(miles))} nm`;
}

type Field = Position & { id: string };

/** How far an aircraft's airfield is from another: `108 nm, 40 min at 160 kts`, or `At KMYF`. */
export function distanceWords(from: Field, to: Field, knots: number): string {
  if (from.id === to.id) return `At ${to.id}`;
  const miles = nauticalMiles(from, to);
  return `${milesWords(miles)}, ${durationWords(flightMinutes(miles, knots))} at ${knots} kts`;
}

/** How far two aircraft's airfields are apart: `377 nm`, or `Same field`. */
export function apartWords(one: Field, other: Field): string {
  return one.id === other.id ? "Same field" : milesWords(nauticalMiles(one, other));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
