// Rows for each query. `shows` is a text of the owner's or the pilot's data, and who finds it in the answer.
import { newId } from "../../shared/kit/ids.ts";
import type { QueryName } from "../../shared/queries.ts";
import { tokenHash } from "../../sync-server/domain/accounts/secrets.ts";
import { inHours } from "../bookings.ts";
import { emailChange, passkey, type Input } from "./command-rows.ts";
import type { Caller, RuleName } from "./verdicts.ts";
import {
  block,
  booking,
  favorite,
  flight,
  listing,
  message,
  picture,
  reported,
  search,
  sharedPage,
  type World,
} from "./world.ts";

export type QueryRow = {
  /** What the row is about, where a query has several. */
  about?: string;
  rule: RuleName;
  /** Makes the target, and returns the input with the text that `readers` find in the answer and others do not. */
  input(world: World): Input | Promise<Input>;
  shows?: { what: string; text(world: World, input: Input): string; readers: readonly Caller[] };
};

const nothing = () => ({});
const hidden = (world: World) => listing(world, { isActive: false });
const aDay = () => ({ from: inHours(48).slice(0, 10), days: 1 });
const members = ["owner", "pilot"] as const;

export const queryRows: Record<QueryName, readonly QueryRow[]> = {
  "auth.me": [
    {
      rule: "any",
      input: nothing,
      shows: { what: "the owner's email address", text: ({ owner }) => owner.email, readers: ["owner"] },
    },
  ],
  "auth.passwordRules": [{ rule: "any", input: nothing }],
  "users.profile": [
    {
      rule: "any",
      input: ({ owner }) => ({ id: owner.id }),
      shows: { what: "the owner's email address", text: ({ owner }) => owner.email, readers: ["owner"] },
    },
  ],

  "account.emailChange": [
    {
      rule: "any",
      async input(world) {
        await emailChange(world);
        return {};
      },
      shows: { what: "the owner's change of address", text: () => "isNewConfirmed", readers: ["owner"] },
    },
  ],

  "account.secondFactor": [{ rule: "any", input: nothing }],
  "account.passkeys": [
    {
      rule: "any",
      async input(world) {
        await passkey(world);
        return {};
      },
      shows: { what: "the owner's passkey", text: () => "The owner's phone", readers: ["owner"] },
    },
  ],
  "account.export": [{ rule: "any", input: nothing }],

  "admin.stats": [{ rule: "any", input: nothing }],
  "admin.users": [
    {
      rule: "any",
      input: ({ owner }) => ({ q: owner.email }),
      shows: { what: "the owner's email address", text: ({ owner }) => owner.email, readers: ["admin"] },
    },
  ],
  "admin.aircraft": [{ rule: "any", input: nothing }],
  "admin.reports": [
    {
      rule: "any",
      async input(world) {
        await reported(world);
        return {};
      },
      shows: { what: "a report of the pilot", text: () => "Sent ten offers", readers: ["admin"] },
    },
  ],
  "admin.audit": [
    {
      rule: "any",
      async input({ db, owner, pilot }) {
        const line = { adminId: pilot.id, action: "admin.setVerified", targetType: "user", targetId: owner.id };
        await db("admin_actions").insert({ id: newId(), ...line });
        return { target: owner.id };
      },
      shows: { what: "an act on the owner", text: () => "admin.setVerified", readers: ["admin"] },
    },
  ],
  "admin.auditors": [{ rule: "any", input: nothing }],
  "admin.auditFile": [{ rule: "any", input: nothing }],

  "aircraft.list": [
    {
      rule: "any",
      about: "with a hidden listing",
      async input(world) {
        await hidden(world);
        return { ownerId: world.owner.id };
      },
      shows: { what: "the hidden listing", text: ({ owner }) => owner.id, readers: ["owner", "admin"] },
    },
  ],
  "aircraft.priceRange": [{ rule: "any", input: nothing }],
  "aircraft.withOwner": [
    {
      rule: "any",
      about: "of a public listing",
      input: async (world) => ({ id: await noted(world) }),
      shows: notes([]),
    },
    { rule: "hiddenListing", about: "of a hidden listing", input: async (world) => ({ id: await hidden(world) }) },
  ],
  "aircraft.reviews": [
    { rule: "any", about: "of a public listing", input: async (world) => ({ id: await listing(world) }) },
    { rule: "hiddenListing", about: "of a hidden listing", input: async (world) => ({ id: await hidden(world) }) },
  ],
  "airfields.get": [{ rule: "any", input: () => ({ id: "KAPA" }) }],
  "availability.plan": [{ rule: "editor", input: async (world) => ({ id: (await block(world)).aircraftId }) }],
  "availability.days": [
    { rule: "any", about: "of a public listing", input: async (world) => ({ id: await listing(world), ...aDay() }) },
    {
      rule: "hiddenListing",
      about: "of a hidden listing",
      input: async (world) => ({ id: await hidden(world), ...aDay() }),
    },
  ],

  "bookings.list": [
    {
      rule: "any",
      async input(world) {
        await booking(world);
        return {};
      },
      shows: { what: "the booking", text: ({ pilot }) => `"pilotId":"${pilot.id}"`, readers: members },
    },
  ],
  "bookings.similar": [{ rule: "bookingPilot", input: async (world) => ({ id: await booking(world) }) }],
  "bookings.calendar": [{ rule: "member", input: async (world) => ({ id: await booking(world) }) }],
  "calendar.state": [{ rule: "any", input: nothing }],
  "calendar.feed": [
    {
      rule: "secret",
      async input(world) {
        const token = newId();
        await world.db("calendar_feeds").insert({ userId: world.owner.id, tokenHash: tokenHash(token) });
        return { token };
      },
    },
  ],
  "favorites.list": [
    {
      rule: "any",
      async input(world) {
        await favorite(world);
        return {};
      },
      shows: { what: "the owner's favorite", text: ({ owner }) => `"ownerId":"${owner.id}"`, readers: ["owner"] },
    },
  ],
  "favorites.check": [
    {
      rule: "any",
      input: async (world) => ({ aircraftId: await favorite(world) }),
      shows: { what: "the owner's favorite", text: () => "true", readers: ["owner"] },
    },
  ],

  "messages.unreadCount": [
    {
      rule: "any",
      async input(world) {
        await message(world);
        return {};
      },
      shows: { what: "the owner's unread message", text: () => `"count":1`, readers: ["owner"] },
    },
  ],
  "messages.conversations": [{ rule: "named", input: ({ owner }) => ({ userId: owner.id }) }],
  "messages.conversation": [
    {
      rule: "named",
      async input(world) {
        await message(world);
        return { userId: world.owner.id, recipientId: world.pilot.id };
      },
      shows: { what: "the message", text: () => "Is it free?", readers: ["owner"] },
    },
  ],
  "settings.own": [
    {
      rule: "any",
      async input({ db, owner, pilot }) {
        await db("conversation_mutes").insert({ userId: owner.id, peerId: pilot.id });
        return {};
      },
      shows: { what: "the owner's mute", text: ({ pilot }) => pilot.id, readers: ["owner"] },
    },
  ],
  "push.state": [{ rule: "any", input: nothing }],
  "sessions.own": [
    {
      rule: "any",
      async input({ db, owner }) {
        return { ...(await db("sessions").where({ userId: owner.id }).first("id as shown")) };
      },
      shows: { what: "the owner's session", text: (_, { shown }) => String(shown), readers: ["owner"] },
    },
  ],
  "reviews.ofBooking": [{ rule: "member", input: async (world) => ({ id: (await flight(world)).id }) }],
  "searches.list": [
    {
      rule: "any",
      async input(world) {
        await search(world);
        return {};
      },
      shows: { what: "the owner's search", text: () => "Cubs near Denver", readers: ["owner"] },
    },
  ],
  "site.about": [{ rule: "any", input: nothing }],
  "site.text": [{ rule: "any", input: () => ({ name: "terms" }) }],
  "objects.info": [
    {
      rule: "any",
      about: "of a claimed picture",
      input: async (world) => ({ id: await picture(world, { claimedAt: new Date() }) }),
    },
    { rule: "unclaimed", about: "of an unclaimed picture", input: async (world) => ({ id: await picture(world) }) },
  ],
  "wallet.shared": [{ rule: "bookingOwner", input: async (world) => ({ id: await booking(world) }) }],
  "wallet.sharedPage": [{ rule: "bookingOwner", input: sharedPage }],
  "wallet.own": [
    {
      rule: "any",
      async input({ db, owner }) {
        await db("users").where({ id: owner.id }).update({ walletRev: 7 });
        return {};
      },
      shows: { what: "the owner's copy", text: () => `"rev":7`, readers: ["owner"] },
    },
  ],
};

const NOTES = "Gate code 4711";

/** A listing with access notes, which no REST answer has. */
async function noted(world: World): Promise<string> {
  const aircraftId = await listing(world);
  await world.db("access_notes").insert({ aircraftId, notes: NOTES });
  return aircraftId;
}

function notes(readers: readonly Caller[]): QueryRow["shows"] {
  return { what: "the access notes", text: () => NOTES, readers };
}
