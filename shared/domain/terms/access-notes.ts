// Access notes of a listing: gate code, key, parking. Their own command loses nothing during an update: a server of an earlier
// version ignores unknown fields of a listing, but refuses an unknown command. The device sends that again.
import { z } from "zod";
import { editCommand, recordLane } from "../../kit/command.ts";
import { patch } from "../../kit/entity.ts";
import { id, nothing } from "../../kit/fields.ts";
import { accessNotes, aircraft } from "../aircraft.ts";

export const accessNotesCommands = {
  "accessNotes.save": editCommand({
    route: "PUT /api/aircraft/:id/access-notes",
    access: "user",
    status: 204,
    input: z.object({ id, accessNotes }),
    result: nothing,
    notFound: { id: "aircraft-not-found" },
    lane: recordLane("aircraft"),
    squash: { "accessNotes.save": "merge" },
    optimistic: ({ id: aircraftId, ...fields }) => [patch(aircraft, aircraftId, fields)],
  }),
};
