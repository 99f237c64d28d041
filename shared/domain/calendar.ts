// Bookings for calendar programs: one as a file, all of a user at a private address.
import { z } from "zod";
import { onlineCommand } from "../kit/command.ts";
import { anyId, instant, nothing } from "../kit/fields.ts";
import { query } from "../kit/query.ts";

const CALENDAR_TYPE = "text/calendar; charset=utf-8";

export const calendarCommands = {
  "calendar.open": onlineCommand({
    route: "POST /api/calendar/feed",
    access: "user",
    input: z.object({}),
    // The address is a secret that only this answer contains. Opening again ends the address before.
    result: z.object({ url: z.string(), openedAt: instant }),
    isAnswerKept: false,
  }),
  "calendar.close": onlineCommand({
    route: "DELETE /api/calendar/feed",
    access: "user",
    status: 204,
    input: z.object({}),
    result: nothing,
  }),
};

export const calendarQueries = {
  "bookings.calendar": query({
    route: "GET /api/bookings/:id/calendar.ics",
    access: "user",
    input: z.object({ id: anyId }),
    result: z.string(),
    file: { type: CALENDAR_TYPE, name: "flight.ics" },
  }),
  "calendar.state": query({
    route: "GET /api/calendar/feed",
    access: "user",
    input: z.object({}),
    // Null while no address is open.
    result: z.object({ openedAt: instant.nullable() }),
  }),
  "calendar.feed": query({
    route: "GET /calendar/:token.ics",
    access: "guest",
    input: z.object({ token: z.string().max(100) }),
    result: z.string(),
    file: { type: CALENDAR_TYPE, name: "tailhour.ics", maxAgeSeconds: 300 },
  }),
};
