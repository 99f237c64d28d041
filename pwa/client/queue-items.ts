// What waits, in words a person knows: what it is, for whom or what, and when it was done.
import type { Engine } from "../device/sync/engine.ts";
import { conflictsOf, type FieldConflict } from "../device/sync/conflict.ts";
import { isOpen, type Entry } from "../device/sync/entry.ts";

export type QueueItem = {
  /** Of the outbox entry. */
  id: string;
  /** Of the command, such as `messages.send`. */
  name: string;
  /** "Message to Dale Whitcomb", "Favorite". */
  what: string;
  /** The words of a message, the name of an aircraft; empty when there is nothing to tell. */
  about: string;
  /** ISO time at which the person acted. */
  at: string;
  state: "waiting" | "sending" | "attention";
  /** Why it was refused or is held back. */
  reason?: string;
  /** The refusal's code, where it was refused. */
  code?: string;
  /** The fields somebody else changed meanwhile; the person chooses between the two of each. */
  conflicts?: readonly FieldConflict[];
  canRetry: boolean;
  /** Only what was refused or never sent. */
  canDiscard: boolean;
  /** The field whose text may still be changed here, such as a message's words. */
  editable?: string;
  /** It may still be changed, in the form it came from. */
  hasForm?: boolean;
  input: Readonly<Record<string, unknown>>;
};

/**
 * Nothing a person did on purpose and nothing to decide about: a conversation that was looked at. It is sent like the rest, and
 * neither counted nor listed while it waits.
 */
export function isQuiet({ name, state }: Pick<Entry, "name" | "state">): boolean {
  return name === "messages.markRead" && state !== "attention";
}

/** Names that words need; undefined where the device does not know one. */
export type Names = {
  person(id: string): Promise<string | undefined>;
  aircraft(id: string): Promise<string | undefined>;
};

type Words = { what: string; about: string };
type Teller = (input: Record<string, unknown>, names: Names) => Promise<Words>;

const text = (value: unknown) => (typeof value === "string" ? value : "");

const ofPerson =
  (act: string, field: string): Teller =>
  async (input, names) => ({
    what: `${act} ${(await names.person(text(input[field]))) ?? "another person"}`,
    about: text(input["content"]),
  });

const ofAircraft =
  (what: string, field: string): Teller =>
  async (input, names) => ({ what, about: text(input["name"]) || ((await names.aircraft(text(input[field]))) ?? "") });

const tellers: Readonly<Record<string, Teller>> = {
  "favorites.add": ofAircraft("Favorite", "aircraftId"),
  "favorites.remove": ofAircraft("Favorite removed", "aircraftId"),
  "messages.send": ofPerson("Message to", "receiverId"),
  "messages.markRead": ofPerson("Read mark for", "userId"),
  "aircraft.create": ofAircraft("New listing", "id"),
  "aircraft.update": ofAircraft("Changes to a listing", "id"),
  "aircraft.delete": ofAircraft("Listing deleted", "id"),
  "profile.update": () => Promise.resolve({ what: "Changes to your profile", about: "" }),
  "bookings.request": ofPerson("Booking request to", "ownerId"),
  "bookings.setStatus": ofPerson("Booking answer to", "peerId"),
  "reviews.write": (input) => Promise.resolve({ what: "Review", about: text(input["comment"]) }),
};

/** Fields that are one plain text; everything else is changed in its own form. */
const editableText: Readonly<Record<string, string>> = { "messages.send": "content" };

/** Commands whose form takes an entry up again: the dialogs "listing" and "profile". */
const withForm: ReadonlySet<string> = new Set(["aircraft.create", "aircraft.update", "profile.update"]);

function reasonOf(entry: Entry): string | undefined {
  if (entry.state === "attention") return entry.refusal?.message;
  if (entry.state !== "parked") return undefined;
  if (entry.reason === "upgrade") return "Sends after Tailhour is updated.";
  if (entry.reason === "accidents") return "Tailhour could not take this yet.";
  return "Sends when you are logged in again.";
}

/** One entry in words. Throws what the names' source throws. */
export async function queueItem(entry: Entry, names: Names): Promise<QueueItem> {
  const teller = tellers[entry.name];
  const words = teller ? await teller(entry.input, names) : { what: "Change", about: "" };
  const reason = reasonOf(entry);
  const conflicts = conflictsOf(entry);
  const isConflict = conflicts.length > 0;
  const editable = isOpen(entry) ? editableText[entry.name] : undefined;
  return {
    id: entry.id,
    name: entry.name,
    ...words,
    at: entry.at,
    state: entry.state === "attention" ? "attention" : entry.state === "sending" ? "sending" : "waiting",
    ...(reason ? { reason } : {}),
    ...(entry.state === "attention" && entry.refusal ? { code: entry.refusal.code } : {}),
    ...(isConflict ? { conflicts } : {}),
    // The same edit would meet the other one again.
    canRetry:
      (entry.state === "attention" && !isConflict) || (entry.state === "parked" && entry.reason !== "signed-out"),
    canDiscard: isOpen(entry),
    ...(editable ? { editable } : {}),
    ...(isOpen(entry) && !isConflict && withForm.has(entry.name) ? { hasForm: true } : {}),
    input: entry.input,
  };
}

/** Names out of the person's own rows, then out of the catalogue. */
export function namesFrom(engine: Engine, fromCatalogue: (aircraftId: string) => string | undefined): Names {
  const nameOf = async (entity: string, id: string) => {
    const name = (await engine.row(entity, id))?.["name"];
    return typeof name === "string" ? name : undefined;
  };
  return {
    person: (id) => nameOf("people", id),
    aircraft: async (id) => (await nameOf("aircraft", id)) ?? fromCatalogue(id),
  };
}
