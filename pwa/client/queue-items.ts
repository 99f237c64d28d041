// What waits, in words a person knows: what it is, for whom or what, and when it was done.
import { demoNameParts } from "../../shared/domain/aircraft-rules.ts";
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
  /** Refused for a reason that another try meets again: letting go of it comes first. */
  isHopeless: boolean;
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
  /** The aircraft of a booking. */
  booked(bookingId: string): Promise<string | undefined>;
};

type Words = { what: string; about: string };
/** `kept` is what the command was about when the person acted. */
type Teller = (input: Record<string, unknown>, names: Names, kept: string) => Promise<Words>;

const text = (value: unknown) => (typeof value === "string" ? value : "");

const ofPerson =
  (act: string, field: string): Teller =>
  async (input, names) => ({
    what: `${act} ${(await names.person(text(input[field]))) ?? "another person"}`,
    about: text(input["content"]),
  });

async function aircraftName(input: Record<string, unknown>, field: string, names: Names, kept: string) {
  return kept || text(input["name"]) || ((await names.aircraft(text(input[field]))) ?? "");
}

const ofAircraft =
  (what: string, field: string): Teller =>
  async (input, names, kept) => ({ what, about: await aircraftName(input, field, names, kept) });

const changesTo: Teller = async (input, names, kept) => {
  const [name] = demoNameParts(await aircraftName(input, "id", names, kept));
  return { what: `Changes to ${name || "a listing"}`, about: "" };
};

const steps: Readonly<Record<string, string>> = {
  accepted: "Booking accepted",
  declined: "Booking declined",
  cancelled: "Booking cancelled",
};

const bookingStep: Teller = async (input, names) => {
  const [plane, peer] = [await names.booked(text(input["id"])), await names.person(text(input["peerId"]))];
  const about = [plane, peer].filter(Boolean).join(", ");
  return { what: steps[text(input["status"])] ?? "Booking", about };
};

const review: Teller = async (input, names, kept) => {
  const isAircraft = input["targetType"] === "aircraft";
  const id = text(input["targetId"]);
  const name = kept || (isAircraft ? await names.aircraft(id) : await names.person(id));
  return { what: name ? `Review of ${demoNameParts(name)[0]}` : "Review", about: text(input["comment"]) };
};

const tellers: Readonly<Record<string, Teller>> = {
  "favorites.add": ofAircraft("Favorite", "aircraftId"),
  "favorites.remove": ofAircraft("Favorite removed", "aircraftId"),
  "messages.send": ofPerson("Message to", "receiverId"),
  "messages.markRead": ofPerson("Read mark for", "userId"),
  "aircraft.create": ofAircraft("New listing", "id"),
  "aircraft.update": changesTo,
  "aircraft.delete": ofAircraft("Listing deleted", "id"),
  "profile.update": () => Promise.resolve({ what: "Changes to your profile", about: "" }),
  "bookings.request": ofPerson("Booking request to", "ownerId"),
  "bookings.setStatus": bookingStep,
  "reviews.write": review,
};

/** Fields that are one plain text; everything else is changed in its own form. */
const editableText: Readonly<Record<string, string>> = { "messages.send": "content" };

/** Commands whose form takes an entry up again: the dialogs "listing" and "profile". */
const withForm: ReadonlySet<string> = new Set(["aircraft.create", "aircraft.update", "profile.update"]);

/** What it was about is gone, or is not this person's to do: the same again is refused again. */
const hopeless: ReadonlySet<string> = new Set([
  "aircraft-not-found",
  "user-not-found",
  "booking-not-found",
  "not-found",
  "forbidden",
  "not-your-aircraft",
  "own-aircraft",
  "message-to-self",
  "already-reviewed",
  "wrong-step",
  "too-old",
  "unknown-command",
]);

function reasonOf(entry: Entry): string | undefined {
  if (conflictsOf(entry).length > 0) return "You and another device changed this.";
  if (entry.state === "attention") return entry.refusal?.message;
  if (entry.state !== "parked") return undefined;
  if (entry.reason === "upgrade") return "Sends after Tailhour is updated.";
  if (entry.reason === "accidents") return "Tailhour could not take this yet.";
  return "Sends when you are logged in again.";
}

/** One entry in words. Throws what the names' source throws. */
export async function queueItem(entry: Entry, names: Names): Promise<QueueItem> {
  const teller = tellers[entry.name];
  const words = teller ? await teller(entry.input, names, entry.about ?? "") : { what: "Change", about: "" };
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
    isHopeless: entry.state === "attention" && hopeless.has(entry.refusal?.code ?? ""),
    canDiscard: isOpen(entry),
    ...(editable ? { editable } : {}),
    ...(isOpen(entry) && !isConflict && withForm.has(entry.name) ? { hasForm: true } : {}),
    input: entry.input,
  };
}

/** Names out of the person's own rows, then out of the catalogue. */
export function namesFrom(engine: Engine, fromCatalogue: (aircraftId: string) => string | undefined): Names {
  const field = async (entity: string, id: string, name: string) => {
    const value = (await engine.row(entity, id))?.[name];
    return typeof value === "string" ? value : undefined;
  };
  const aircraft = async (id: string) => (await field("aircraft", id, "name")) ?? fromCatalogue(id);
  return {
    person: (id) => field("people", id, "name"),
    aircraft,
    async booked(bookingId) {
      const id = await field("bookings", bookingId, "aircraftId");
      return id === undefined ? undefined : await aircraft(id);
    },
  };
}
