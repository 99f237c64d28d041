// Rows for what the private stream carries: one for each entity, and one for each kind of live frame.
import type { EntityName } from "../../shared/entities.ts";
import type { PhoneFrame, ServerFrame } from "../../shared/sync.ts";
import type { Caller } from "./verdicts.ts";
import { block, blocked, booking, favorite, listing, message, reported, search, type World } from "./world.ts";

export type EntityRow = {
  /** Which row. */
  about: string;
  readers: readonly Caller[];
  /** Makes the row; returns its key. */
  make(world: World): Promise<string>;
};

const members = ["pilot", "owner"] as const;

export const entityRows: Record<EntityName, EntityRow> = {
  me: { about: "the owner's account", readers: ["owner"], make: async ({ owner }) => owner.id },
  people: {
    about: "the owner, as the pilot of a conversation sees them",
    readers: ["pilot"],
    async make(world) {
      await message(world);
      return world.owner.id;
    },
  },
  favorites: { about: "a favorite of the owner", readers: ["owner"], make: favorite },
  messages: { about: "a message of the pilot to the owner", readers: members, make: message },
  bookings: { about: "a booking of the pilot with the owner", readers: members, make: booking },
  aircraft: {
    about: "a listing of the owner that the pilot has booked",
    readers: members,
    async make(world) {
      const aircraftId = await listing(world);
      await booking(world, { aircraftId });
      return aircraftId;
    },
  },
  searches: { about: "a saved search of the owner", readers: ["owner"], make: search },
  plans: { about: "the plan of a listing of the owner", readers: ["owner"], make: (world) => listing(world) },
  blockedPeople: {
    about: "the pilot, whom the owner has blocked",
    readers: ["owner"],
    async make(world) {
      await blocked(world);
      return world.pilot.id;
    },
  },
  reports: { about: "a report of the pilot about the owner", readers: ["pilot"], make: reported },
  hiddenOwners: {
    about: "the owner, who has blocked the pilot",
    readers: ["pilot"],
    async make(world) {
      await listing(world);
      await blocked(world);
      return world.owner.id;
    },
  },
  blocks: { about: "a block of the owner", readers: ["owner"], make: async (world) => (await block(world)).id },
};

/** What each frame of a device does; the cells are in `frameVerdicts`. */
export const phoneFrameRows: Record<PhoneFrame["type"], string> = {
  hello: "begins the changes of the caller, and follows buckets",
  seen: "cancels notices about the caller's own messages; others' ids do nothing",
  beat: "keeps the line open",
};

/** What each frame of the server carries. */
export const serverFrameRows: Record<ServerFrame["type"], string> = {
  batch: "rows of the entities above, to those who read them there",
  behind: "no row: the device must exchange",
  bucket: "public cards of the catalogue",
  beat: "nothing",
  bye: "nothing",
};
