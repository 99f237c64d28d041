// A world of one cell: an owner with something, the pilot who rents from the owner, and the caller.
import type { Knex } from "knex";
import { newId } from "../../shared/kit/ids.ts";
import { openPrepared, type RunPrepared } from "../../sync-server/db/prepared.ts";
import { walletKeys } from "../../sync-server/config.ts";
import { sharedPlace } from "../../sync-server/domain/wallet/pages.ts";
import { createSealer } from "../../sync-server/kit/sealer.ts";
import { testWalletKeys } from "../server.ts";
import { startSession } from "../../sync-server/domain/accounts/sessions.ts";
import { bearer } from "../http.ts";
import { HOUR, inHours } from "../bookings.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../people.ts";
import type { Receiver } from "../push/push-service.ts";
import type { Caller } from "./verdicts.ts";

export type World = {
  db: Knex;
  url: string;
  runPrepared: RunPrepared;
  caller: Caller;
  owner: TestPerson;
  pilot: TestPerson;
  /** The account whose id the caller sends; a guest sends the owner's. */
  me: TestPerson;
  /** Headers of the caller; none for a guest. */
  headers: Record<string, string>;
  /** A bucket of the catalogue with a base and a segment. */
  bucket: string;
  /** A new subscription of a browser. */
  aSubscription(): Receiver["subscription"];
};

/** What all worlds share. */
export type Place = Pick<World, "db" | "url" | "runPrepared" | "bucket" | "aSubscription">;

/** A place without a push service, on the bucket of Denver. */
export function placeAt(db: Knex, url: string): Place {
  const aSubscription = () => {
    throw new Error("This server has no push.");
  };
  return { db, url, runPrepared: openPrepared(db), bucket: "denver-co", aSubscription };
}

export async function aWorld(place: Place, caller: Caller): Promise<World> {
  const { db } = place;
  const [owner, pilot] = [await anOwner(db), await aPilot(db)];
  const me = await accountOf(db, caller, { owner, pilot });
  return { ...place, caller, owner, pilot, me, headers: await headersOf(db, caller, me) };
}

async function accountOf(
  db: Knex,
  caller: Caller,
  { owner, pilot }: Pick<World, "owner" | "pilot">,
): Promise<TestPerson> {
  if (caller === "pilot") return pilot;
  if (caller === "unverified") return anOwner(db, { isEmailVerified: false });
  if (caller === "otherOwner") return anOwner(db);
  if (caller === "admin" || caller === "deactivated") return aPilot(db, { isAdmin: true });
  return owner;
}

async function headersOf(db: Knex, caller: Caller, me: TestPerson): Promise<Record<string, string>> {
  if (caller === "guest") return {};
  if (caller === "deactivated") {
    // The site keeps an admin.
    await aPilot(db, { isAdmin: true });
    await db("users").where({ id: me.id }).update({ isActive: false });
  }
  if (caller !== "ended") return me.headers;
  const token = await startSession(db, me.id, "ended");
  await db("sessions").where({ userId: me.id, userAgent: "ended" }).update({ revokedAt: db.fn.now() });
  return bearer(token);
}

/** A public listing of the owner. */
export const listing = ({ db, owner }: World, fields: object = {}) => aPlane(db, owner.id, { ...fields });

/** A request of the pilot for a listing of the owner, in two days; `fields` override it. */
export async function booking(world: World, fields: Record<string, unknown> = {}): Promise<string> {
  const { db, owner, pilot } = world;
  const id = newId();
  const startDate = new Date(inHours(48));
  const aircraftId = (fields.aircraftId as string | undefined) ?? (await listing(world));
  await db("bookings").insert({
    id,
    aircraftId,
    pilotId: pilot.id,
    ownerId: owner.id,
    startDate,
    endsAt: new Date(startDate.getTime() + 2 * HOUR),
    hours: 2,
    status: "requested",
    totalPrice: 300,
    totalCents: 30_000,
    ...fields,
  });
  return id;
}

/** A completed booking of a listing of the owner. */
export async function flight(world: World): Promise<{ id: string; aircraftId: string }> {
  const aircraftId = await listing(world);
  const startDate = new Date(Date.now() - 5 * HOUR);
  const endsAt = new Date(startDate.getTime() + 2 * HOUR);
  return { id: await booking(world, { aircraftId, startDate, endsAt, status: "completed" }), aircraftId };
}

/** A message of the pilot to the owner. */
export async function message({ db, owner, pilot }: World): Promise<string> {
  const id = newId();
  await db("messages").insert({ id, senderId: pilot.id, receiverId: owner.id, content: "Is it free?" });
  return id;
}

export async function block(world: World): Promise<{ id: string; aircraftId: string }> {
  const [id, aircraftId] = [newId(), await listing(world)];
  const times = { from: inHours(100), to: inHours(110) };
  await world.db("blocks").insert({ id, aircraftId, ownerId: world.owner.id, ...times, reason: "other" });
  return { id, aircraftId };
}

/** The owner has blocked the pilot. */
export async function blocked({ db, owner, pilot }: World): Promise<void> {
  await db("blocked_people").insert({ userId: owner.id, blockedId: pilot.id, name: pilot.name });
}

/** A report of the pilot about the owner. */
export async function reported({ db, owner, pilot }: World): Promise<string> {
  const id = newId();
  const target = { targetType: "user", targetId: owner.id, targetName: owner.name, aboutId: owner.id };
  await db("reports").insert({
    ...{ id, reporterId: pilot.id, ...target, why: "spam", words: "Sent ten offers", evidence: "{}" },
  });
  return id;
}

export async function search({ db, owner }: World): Promise<string> {
  const id = newId();
  await db("searches").insert({ id, userId: owner.id, name: "Cubs near Denver" });
  return id;
}

/** A favorite of the owner; returns the id of its listing. */
export async function favorite(world: World): Promise<string> {
  const aircraftId = await listing(world);
  await world.db("favorites").insert({ id: newId(), userId: world.owner.id, aircraftId });
  return aircraftId;
}

/** A picture of the owner. */
export async function picture({ db, owner }: World, fields: object = {}): Promise<string> {
  const id = newId();
  const size = { width: 640, height: 480, widths: [320], placeholder: "data:," };
  await db("objects").insert({ id, ownerId: owner.id, ...size, readyAt: new Date(), ...fields });
  return id;
}

/** A page of a paper that the pilot shows the owner with a booking. */
export async function sharedPage(world: World): Promise<{ id: string; page: string }> {
  const { db, pilot } = world;
  const [id, page, scanId] = [await booking(world), newId(), newId()];
  const sealer = createSealer(walletKeys.parse(testWalletKeys));
  await db("shared_scans").insert({ bookingId: id, scanId, ...sealer.seal("a title", "{}") });
  const sealed = sealer.seal(sharedPlace(id, scanId, page), Buffer.from("a page"));
  await db("scan_pages").insert({ id: page, userId: pilot.id, bookingId: id, scanId, ...sealed });
  return { id, page };
}

/** Tables with the rows of the owner and the pilot, over `t`. Columns that background work fills in are left out. */
const belongings: Record<string, string> = {
  users: `t.id = any(:people)`,
  sessions: `t."userId" = any(:people)`,
  aircraft: `t."ownerId" = any(:people)`,
  access_notes: `t."aircraftId" in (select id from aircraft where "ownerId" = any(:people))`,
  availability_plans: `t."aircraftId" in (select id from aircraft where "ownerId" = any(:people))`,
  blocks: `t."ownerId" = any(:people)`,
  bookings: `t."ownerId" = any(:people)`,
  shared_papers: `t."bookingId" in (select id from bookings where "ownerId" = any(:people))`,
  shared_scans: `t."bookingId" in (select id from bookings where "ownerId" = any(:people))`,
  scan_pages: `t."userId" = any(:people)`,
  reviews: `t."bookingId" in (select id from bookings where "ownerId" = any(:people))`,
  messages: `(t."senderId" = any(:people) or t."receiverId" = any(:people))`,
  favorites: `t."userId" = any(:people)`,
  searches: `t."userId" = any(:people)`,
  email_changes: `t."userId" = any(:people)`,
  blocked_people: `t."userId" = any(:people)`,
  calendar_feeds: `t."userId" = any(:people)`,
  conversation_mutes: `t."userId" = any(:people)`,
  notice_settings: `t."userId" = any(:people)`,
  push_subscriptions: `t."userId" = any(:people)`,
  uploads: `t."userId" = any(:people)`,
  wallet_papers: `t."userId" = any(:people)`,
};
const filledIn = ["closedDays", "fullDays", "noticeHours", "horizonDays", "nudgeAt", "nudgedAt"];

const belongingsText = Object.entries(belongings)
  .map(
    ([table, where]) =>
      `select '${table}' || (to_jsonb(t) - $2::text[])::text as row from ${table} t where ${where.replaceAll(":people", "$1::uuid[]")}`,
  )
  .join("\nunion all ");

const belongingsStatement = {
  name: "belongings",
  text: `select md5(string_agg(row, '|' order by row)) as digest from (${belongingsText}) all_rows`,
};

/** A digest of everything that belongs to the owner and the pilot. */
export async function belongingsOf({ runPrepared, owner, pilot }: World): Promise<string> {
  const [row] = await runPrepared<{ digest: string }>(belongingsStatement, [[owner.id, pilot.id], filledIn]);
  return row!.digest;
}
