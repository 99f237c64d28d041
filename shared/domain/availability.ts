// When an aircraft can be rented: the owner's plan, the times that the owner blocks, and the free hours that everybody sees.
import { z } from "zod";
import { editCommand, offlineCommand, recordLane } from "../kit/command.ts";
import { defineEntity, drop, patch, put } from "../kit/entity.ts";
import { anyId, anyInstant, day, id, instant, nothing, text } from "../kit/fields.ts";
import { query } from "../kit/query.ts";
import { aircraftCard } from "./aircraft.ts";
import { DAY_MINUTES } from "../kit/zoned-days.ts";
import {
  blockReasons,
  instantModes,
  LONGEST_NOTE,
  MOST_DAYS_READ,
  planBounds,
  planDefaults,
} from "./hours/availability-rules.ts";
import { STEP_MINUTES, type MinuteSpan } from "./free-hours.ts";

const instantMode = z.enum(instantModes, "Choose who is accepted at once");
const reason = z.enum(blockReasons, "Choose a reason");

const storedSpans = z.array(z.tuple([z.int(), z.int()]));

/** One list of spans for each weekday. */
const week = <Spans extends z.ZodType>(spans: Spans) =>
  z.object({ mon: spans, tue: spans, wed: spans, thu: spans, fri: spans, sat: spans, sun: spans });

/** When an owner rents an aircraft. An aircraft without a row has the default plan. Times of `weekly` are minutes of its local day. */
export const plan = defineEntity({
  name: "plans",
  key: "aircraftId",
  schema: z.object({
    aircraftId: id,
    weekly: week(storedSpans),
    noticeHours: z.int(),
    bufferMin: z.int(),
    horizonDays: z.int(),
    /** Whose requests are accepted at once, if they fit. */
    instant: z.enum(instantModes),
    rev: z.int(),
  }),
});
export type StoredPlan = z.infer<typeof plan.schema>;

/** A time in which the owner does not rent the aircraft. Only the owner sees it. */
export const block = defineEntity({
  name: "blocks",
  key: "id",
  indexes: ["aircraftId"],
  schema: z.object({
    id,
    aircraftId: id,
    ownerId: id,
    from: instant,
    to: instant,
    reason: z.enum(blockReasons),
    note: z.string().nullable(),
    createdAt: instant,
    rev: z.int(),
  }),
});
export type Block = z.infer<typeof block.schema>;

const minute = z
  .int("Choose a time on the half hour")
  .min(0, "Choose a time of the day")
  .max(DAY_MINUTES, "Choose a time of the day")
  .multipleOf(STEP_MINUTES, "Choose a time on the half hour");

/** Hours of one weekday: in order, without overlap. Spans may touch. */
const spans = z
  .array(z.tuple([minute, minute]))
  .max(planBounds.mostSpans, `At most ${planBounds.mostSpans} times a day`)
  .refine((list) => list.every(([from, to]) => from < to), "Each time must end after it starts")
  .refine(isInOrder, "Times of a day must be in order and must not overlap");

function isInOrder(list: readonly MinuteSpan[]): boolean {
  return list.every(([from], index) => index === 0 || list[index - 1]![1] <= from);
}

const { noticeHours, bufferMin, horizonDays } = planBounds;

/** Any subset of the plan. */
const planChanges = z.object({
  id,
  weekly: week(spans).optional(),
  noticeHours: z
    .int("Enter whole hours")
    .min(0, "At least 0 hours")
    .max(noticeHours, `At most ${noticeHours} hours`)
    .optional(),
  bufferMin: z
    .int("Enter whole minutes")
    .min(0, "At least 0 minutes")
    .max(bufferMin, `At most ${bufferMin} minutes`)
    .multipleOf(STEP_MINUTES, "Choose full half hours")
    .optional(),
  horizonDays: z
    .int("Enter whole days")
    .min(1, "At least 1 day")
    .max(horizonDays, `At most ${horizonDays} days`)
    .optional(),
  instant: instantMode.optional(),
});

const DAY_MS = DAY_MINUTES * 60_000;
const span = ({ from, to }: { from: string; to: string }) => Date.parse(to) - Date.parse(from);

const newBlock = z
  .object({
    id: id.optional(),
    aircraftId: id,
    from: anyInstant("Choose when the block starts"),
    to: anyInstant("Choose when the block ends"),
    reason,
    note: text(LONGEST_NOTE)
      .trim()
      .nullish()
      .transform((note) => note || null),
  })
  .refine((input) => span(input) > 0, { path: ["to"], error: "The end must be after the start" })
  .refine((input) => span(input) <= planBounds.blockDays * DAY_MS, {
    path: ["to"],
    error: `At most ${planBounds.blockDays} days`,
  });

const lane = recordLane("aircraft");
const notFound = { id: "aircraft-not-found" } as const;

export const availabilityCommands = {
  "availability.edit": editCommand({
    route: "PATCH /api/aircraft/:id/availability",
    access: "user",
    input: planChanges,
    result: plan.schema,
    notFound,
    lane,
    squash: { "availability.edit": "merge" },
    // The first edit of an aircraft shows the default plan with the changes.
    optimistic: ({ id: aircraftId, ...fields }) => [
      put(plan, { ...planDefaults, aircraftId, rev: 0 }),
      patch(plan, aircraftId, fields),
    ],
  }),
  "availability.block": offlineCommand({
    route: "POST /api/aircraft/:id/blocks",
    access: "user",
    status: 201,
    fromPath: ({ id: aircraftId = "" }) => ({ aircraftId }),
    input: newBlock,
    result: block.schema,
    notFound: { aircraftId: "aircraft-not-found" },
    lane: ({ aircraftId }) => `aircraft:${aircraftId}`,
    creates: { table: "blocks", owner: "ownerId" },
    optimistic: ({ id: _, ...fields }, { id: blockId, me, at }) => [
      put(block, { ...fields, id: blockId, ownerId: me, createdAt: at, rev: 0 }),
    ],
  }),
  "availability.unblock": offlineCommand({
    route: "DELETE /api/blocks/:id",
    access: "user",
    status: 204,
    // `aircraftId` puts the command behind others of its aircraft; the server looks it up.
    input: z.object({ id, aircraftId: id.optional() }),
    result: nothing,
    notFound: { id: "block-not-found" },
    lane: ({ id: blockId, aircraftId }) => (aircraftId === undefined ? `block:${blockId}` : `aircraft:${aircraftId}`),
    optimistic: ({ id: blockId }) => [drop(block, blockId)],
  }),
};

/** A local day with the spans of local minutes that a booking may fill; one that ends at 1,440 goes on at 0 of the next day. */
export const openDay = z.object({ day, open: storedSpans });
export type OpenDay = z.infer<typeof openDay>;

const WRONG_DAYS = `Ask for 1 to ${MOST_DAYS_READ} days`;

export const availabilityQueries = {
  "availability.plan": query({
    route: "GET /api/aircraft/:id/availability/plan",
    access: "user",
    input: z.object({ id: anyId }),
    result: z.object({ plan: plan.schema, blocks: z.array(block.schema) }),
  }),
  "availability.days": query({
    route: "GET /api/aircraft/:id/availability",
    access: "guest",
    isCacheable: true,
    input: z.object({
      id: anyId,
      from: day.refine((text) => text >= "1970-01-01" && text <= "9990-12-31", "Choose a day as YYYY-MM-DD"),
      days: z.coerce.number(WRONG_DAYS).int(WRONG_DAYS).min(1, WRONG_DAYS).max(MOST_DAYS_READ, WRONG_DAYS),
    }),
    result: z.object({
      zone: z.string(),
      step: z.literal(STEP_MINUTES),
      days: z.array(openDay),
      asOf: instant,
      // Why a day has no free hours, and who answers: the plan without what only the owner needs.
      plan: plan.schema.pick({ weekly: true, noticeHours: true, horizonDays: true, instant: true }),
    }),
  }),
  // Aircraft that are free at the hours of a booking, for its pilot.
  "bookings.similar": query({
    route: "GET /api/bookings/:id/similar",
    access: "user",
    input: z.object({ id: anyId }),
    result: z.array(aircraftCard),
  }),
};
export type Availability = z.infer<(typeof availabilityQueries)["availability.days"]["result"]>;
