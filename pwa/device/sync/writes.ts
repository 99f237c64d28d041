// Everything that changes the outbox when the user acts.
import { discardEntry, editEntry, retryEntry } from "./amend.ts";
import { lastRequest } from "./last-request.ts";
import { queueInto } from "./outbox.ts";

export const writes = { queueInto, retryEntry, editEntry, discardEntry, lastRequest };

export type Writes = typeof writes;
