// What an owner is asked about a booking, as items of a notice: the answer to a request, the review of a completed flight.
import { answerByOf, hoursLabel, stepLine } from "../../shared/domain/bookings-rules.ts";
import { zoneOf, type Placed } from "../../shared/domain/locations.ts";
import { zonedTime } from "../../shared/kit/dates.ts";
import type { RunPrepared } from "../db/prepared.ts";

type Row = {
  n: number;
  at: string;
  answerBy: string | null;
  startDate: string;
  hours: number;
  name: string;
} & Placed;

const iso = (column: string) =>
  `to_char(b."${column}" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "${column}"`;

const waiting = {
  name: "notice-reminders",
  text: `select s.n::integer, to_char(b."nudgedAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      ${iso("answerBy")}, ${iso("startDate")}, b.hours, a.name, a.location, a.airport
    from unnest($1::uuid[], $2::uuid[], $3::text[]) with ordinality as s("userId", "peerId", about, n)
    join bookings b on b.id = s."peerId" and b."ownerId" = s."userId" and b.status = 'requested'
      and b."nudgedAt" is not null and least(b."answerBy", b."startDate") > now()
    join aircraft a on a.id = b."aircraftId"
    where s.about = 'booking'`,
};

const flown = {
  name: "notice-flown",
  text: `select s.n::integer, to_char(b."lastStepAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      ${iso("startDate")}, b.hours, a.name, a.location, a.airport
    from unnest($1::uuid[], $2::uuid[], $3::text[]) with ordinality as s("userId", "peerId", about, n)
    join bookings b on b.id = s."peerId" and b."ownerId" = s."userId" and b.status = 'completed'
      and not b."pilotReviewed" and b."endsAt" > now() - interval '14 days'
    join aircraft a on a.id = b."aircraftId"
    where s.about = 'booking'`,
};

/** Completed flights whose owner has not reviewed the pilot. They are of the same kind as the line that the pilot gets. */
export async function flightsToReview(runPrepared: RunPrepared, values: unknown[]) {
  const rows = await runPrepared<Omit<Row, "answerBy">>(flown, values);
  return rows.map(({ n, at, startDate, hours, ...plane }) => {
    const content = `${stepLine("completed", plane, { startDate, hours })} Write a review.`;
    return { n, at, kind: "bookingChanges" as const, id: null, content };
  });
}

/** `until`: after that time the notice is useless. `$1` to `$3` of the query are the subjects. */
export async function openReminders(runPrepared: RunPrepared, values: unknown[]) {
  const rows = await runPrepared<Row>(waiting, values);
  return rows.map(({ n, at, hours, name, location, airport, ...times }) => {
    const zone = zoneOf({ location, airport });
    const until = answerByOf(times);
    const booked = `${name}, ${zonedTime(times.startDate, zone)}, ${hoursLabel(hours)}`;
    const content = `Answer by ${zonedTime(until, zone)}: ${booked}`;
    return { n, at, kind: "bookingRequests" as const, id: null, content, until };
  });
}
