// The words and forms of every command that may wait on the device.
import type { OfflineCommandName } from "../../../shared/commands.ts";
import { demoNameParts } from "../../../shared/domain/aircraft-rules.ts";

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

/** `without`: the words where the device does not know the aircraft's name. */
const ofNamed =
  (act: string, without: string): Teller =>
  async (input, names, kept) => {
    const [name] = demoNameParts(await aircraftName(input, "id", names, kept));
    return { what: name ? `${act} ${name}` : without, about: "" };
  };

const steps: Readonly<Record<string, string>> = {
  accepted: "Booking accepted",
  declined: "Booking declined",
  cancelled: "Booking cancelled",
};

const answers: Readonly<Record<string, string>> = {
  accept: "Other hours accepted",
  decline: "Other hours declined",
  withdraw: "Other hours withdrawn",
};

/** `id`: the field with the booking's id. */
const ofBooking =
  (what: (input: Record<string, unknown>) => string | undefined, id = "id"): Teller =>
  async (input, names) => {
    const [plane, peer] = [await names.booked(text(input[id])), await names.person(text(input["peerId"]))];
    return { what: what(input) ?? "Booking", about: [plane, peer].filter(Boolean).join(", ") };
  };

const ofSubject: Teller = (input, _names, kept) =>
  Promise.resolve({ what: `Report of ${kept || text(input["name"]) || "somebody"}`, about: text(input["words"]) });

const review: Teller = async (input, names, kept) => {
  const isAircraft = input["targetType"] === "aircraft";
  const id = text(input["targetId"]);
  const name = kept || (isAircraft ? await names.aircraft(id) : await names.person(id));
  return { what: name ? `Review of ${demoNameParts(name)[0]}` : "Review", about: text(input["comment"]) };
};

const ofSearch =
  (what: string): Teller =>
  (input, _names, kept) =>
    Promise.resolve({ what, about: kept || text(input["name"]) });

/** An icon of the list of what waits; `queue-row.tsx` draws it. */
export type QueueIcon = "aircraft" | "booking" | "favorite" | "message" | "profile" | "review" | "search";

/** How a waiting command is shown. */
type CommandText = {
  words: Teller;
  icon: QueueIcon;
  /** The field that is one plain text and may be changed in the queue; everything else is changed in its form. */
  editableField?: string;
  /** What waits for the verified email. */
  noun?: "message" | "request" | "listing";
  /** The dialog that takes the command up again. */
  form?: "listing" | "profile" | "search";
  /** The form is about a record that the command creates. */
  isNew?: true;
};

/** Every command that may wait on the device has its words; a missing one does not compile. */
const commandTexts: Readonly<Record<OfflineCommandName, CommandText>> = {
  "favorites.add": { icon: "favorite", words: ofAircraft("Favorite", "aircraftId") },
  "favorites.remove": { icon: "favorite", words: ofAircraft("Favorite removed", "aircraftId") },
  "messages.send": {
    icon: "message",
    words: ofPerson("Message to", "receiverId"),
    editableField: "content",
    noun: "message",
  },
  "messages.markRead": { icon: "message", words: ofPerson("Read mark for", "userId") },
  "aircraft.create": {
    icon: "aircraft",
    words: ofAircraft("New listing", "id"),
    form: "listing",
    isNew: true,
    noun: "listing",
  },
  "aircraft.update": { icon: "aircraft", words: ofNamed("Changes to", "Changes to a listing"), form: "listing" },
  "accessNotes.save": {
    icon: "aircraft",
    words: ofNamed("Access notes of", "Access notes"),
    form: "listing",
  },
  "aircraft.delete": { icon: "aircraft", words: ofAircraft("Listing deleted", "id") },
  "profile.update": {
    icon: "profile",
    words: () => Promise.resolve({ what: "Changes to your profile", about: "" }),
    form: "profile",
  },
  "bookings.request": { icon: "booking", words: ofPerson("Booking request to", "ownerId"), noun: "request" },
  "bookings.setStatus": { icon: "booking", words: ofBooking((input) => steps[text(input["status"])]) },
  "bookings.edit": { icon: "booking", words: ofBooking(() => "Booking request changed") },
  "bookings.propose": { icon: "booking", words: ofBooking(() => "Other hours proposed", "bookingId") },
  "bookings.answerProposal": {
    icon: "booking",
    words: ofBooking((input) => answers[text(input["answer"])], "bookingId"),
  },
  "wallet.keep": { icon: "profile", words: () => Promise.resolve({ what: "Wallet", about: "" }) },
  "wallet.forget": { icon: "profile", words: () => Promise.resolve({ what: "Copy of the wallet removed", about: "" }) },
  "wallet.shareScans": { icon: "booking", words: ofBooking(() => "Shared papers") },
  "wallet.share": { icon: "booking", words: ofBooking(() => "Shared papers") },
  "reviews.write": { icon: "review", words: review },
  "availability.edit": { icon: "aircraft", words: ofNamed("Availability of", "Availability") },
  "availability.block": { icon: "aircraft", words: ofAircraft("Blocked time", "aircraftId") },
  "availability.unblock": { icon: "aircraft", words: ofAircraft("Block removed", "aircraftId") },
  "searches.save": { icon: "search", words: ofSearch("Saved search"), form: "search", isNew: true },
  "searches.edit": { icon: "search", words: ofSearch("Changes to a saved search"), form: "search" },
  "reports.send": { icon: "profile", words: ofSubject },
  "people.block": { icon: "profile", words: ofPerson("Blocked", "userId") },
  "people.unblock": { icon: "profile", words: ofPerson("Unblocked", "userId") },
  "searches.remove": { icon: "search", words: ofSearch("Saved search removed") },
};

/** Undefined for a command of another version of the app. */
export function commandText(name: string): CommandText | undefined {
  return Object.hasOwn(commandTexts, name) ? commandTexts[name as OfflineCommandName] : undefined;
}
