// What waits, as a person knows it: its state and reason, and in words what it is and for whom.
import { isFinal } from "../../../shared/kit/final-refusals.ts";
import type { Engine } from "../../device/sync/engine.ts";
import { conflictsOf, type FieldConflict } from "../../device/sync/conflict.ts";
import { awaitsVerification, isOpen, type Entry } from "../../device/sync/entry.ts";
import { commandText, type Names } from "./queue-texts.ts";
import { catalogueSource } from "../catalogue/catalogue-source.ts";
import { conversationNote } from "../messages/conversation-notes.ts";
import { waitsForVerification } from "../session/verification-texts.ts";
import { isQuiet } from "./queue-flags.ts";
import type { UserStore } from "./user-store.ts";

/** Entries described at most; further ones are only counted. */
const MOST_ITEMS = 200;

export type QueueItem = {
  /** Of the outbox entry. */
  id: string;
  /** Of the command, such as `messages.send`. */
  name: string;
  /** ISO time at which the person acted. */
  at: string;
  state: "waiting" | "sending" | "attention";
  /** Why it was refused or is held back. */
  reason?: string;
  /** The refusal's code, where it was refused. */
  code?: string;
  /** What the refusal says about single fields. */
  fields?: Readonly<Record<string, unknown>>;
  /** The fields somebody else changed meanwhile; the person chooses between the two of each. */
  conflicts?: readonly FieldConflict[];
  /** It goes out once the person's email is verified. */
  needsVerification?: true;
  canRetry: boolean;
  /** Refused for a reason that another try meets again: letting go of it comes first. */
  isHopeless: boolean;
  /** Only what was refused, was never sent, or waits for the verified email. */
  canDiscard: boolean;
  /** The field whose text may still be changed here, such as a message's words. */
  editable?: string;
  /** It may still be changed, in the form it came from. */
  form?: "listing" | "profile" | "search";
  input: Readonly<Record<string, unknown>>;
};

export type NamedItem = QueueItem & {
  /** "Message to Dale Whitcomb", "Favorite". */
  what: string;
  /** The words of a message, the name of an aircraft; empty when there is nothing to tell. */
  about: string;
};

function reasonOf(entry: Entry): string | undefined {
  if (conflictsOf(entry).length > 0) return "You and another device changed this.";
  if (entry.state === "attention") return entry.refusal?.message;
  if (entry.state !== "parked") return undefined;
  if (entry.reason === "upgrade") return "Sends after Tailhour is updated.";
  if (entry.reason === "unverified") return waitsForVerification(commandText(entry.name)?.noun);
  if (entry.reason === "accidents") return "Tailhour could not take this yet.";
  return "Sends when you are logged in again.";
}

function queueItem(entry: Entry): QueueItem {
  const text = commandText(entry.name);
  const reason = reasonOf(entry);
  const conflicts = conflictsOf(entry);
  const isConflict = conflicts.length > 0;
  const editable = isOpen(entry) ? text?.editableField : undefined;
  return {
    id: entry.id,
    name: entry.name,
    at: entry.at,
    state: entry.state === "attention" ? "attention" : entry.state === "sending" ? "sending" : "waiting",
    ...(reason ? { reason } : {}),
    ...(entry.state === "attention" && entry.refusal ? { code: entry.refusal.code } : {}),
    ...(entry.state === "attention" && entry.refusal?.fields ? { fields: entry.refusal.fields } : {}),
    ...(isConflict ? { conflicts } : {}),
    ...(awaitsVerification(entry) ? { needsVerification: true } : {}),
    // The same edit would meet the other one again.
    canRetry:
      (entry.state === "attention" && !isConflict) ||
      (entry.state === "parked" && entry.reason !== "signed-out" && entry.reason !== "unverified"),
    isHopeless: entry.state === "attention" && isFinal(entry.refusal?.code ?? ""),
    canDiscard: isOpen(entry),
    ...(editable ? { editable } : {}),
    ...(isOpen(entry) && !isConflict && text?.form ? { form: text.form } : {}),
    input: entry.input,
  };
}

const described = (entries: readonly Entry[]) => entries.filter((entry) => !isQuiet(entry)).slice(0, MOST_ITEMS);

/** Waiting and refused entries, in the order queued. */
export function queueItems(entries: readonly Entry[]): QueueItem[] {
  return described(entries).map(queueItem);
}

/** The same in words; reads the rows that have the names. Throws what the names' source throws. */
export async function namedItems({ userId, engine }: Pick<UserStore, "userId" | "engine">): Promise<NamedItem[]> {
  const names = namesFrom(userId, engine);
  const items: NamedItem[] = [];
  for (const entry of described(await engine.outbox())) {
    const text = commandText(entry.name);
    const words = text ? await text.words(entry.input, names, entry.about ?? "") : { what: "Change", about: "" };
    items.push({ ...queueItem(entry), ...words });
  }
  return items;
}

/** Names out of the person's own rows, then out of the catalogue and what conversations noted before anything was sent. */
function namesFrom(userId: string, engine: Engine): Names {
  const field = async (entity: string, id: string, name: string) => {
    const value = (await engine.row(entity, id))?.[name];
    return typeof value === "string" ? value : undefined;
  };
  const aircraft = async (id: string) =>
    (await field("aircraft", id, "name")) ?? catalogueSource().catalogue?.find(id)?.name;
  return {
    person: async (id) => (await field("people", id, "name")) ?? conversationNote(userId, id).name,
    aircraft,
    async booked(bookingId) {
      const id = await field("bookings", bookingId, "aircraftId");
      return id === undefined ? undefined : await aircraft(id);
    },
  };
}
