import type { Knex } from "knex";
import type { Aircraft, aircraftCommands, ListingChanges } from "../../../shared/domain/aircraft.ts";
import { mainAirportOf } from "../../../shared/domain/airfields/home-airport.ts";
import { DEFAULT_PICTURE, mayEdit } from "../../../shared/domain/aircraft-rules.ts";
import { entities } from "../../../shared/entities.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { named } from "../../db/knex.ts";
import { lockUsers } from "../../db/locks.ts";
import {
  bucketScope,
  userScope,
  type AuditLine,
  type Handlers,
  type SignedInContext,
} from "../../kit/command-handler.ts";
import { requireVerified } from "../accounts/rules.ts";
import type { Posting } from "../messages/commands.ts";
import { declineOpenRequests } from "../bookings/steps.ts";
import { bucketFor } from "../../db/buckets.ts";
import { aircraftChangeNote, noteAircraftChange } from "../searches/aircraft-changes.ts";
import { accessNotesOf, removeAccessNotes, storeAccessNotes } from "./access-notes.ts";
import { knownAirport } from "./home-airport.ts";
import { deletionLines, editLines } from "./admin-acts.ts";
import { requireOwnPictures } from "./pictures.ts";
import { logHiddenOwner } from "../safety/hidden-owners.ts";
import { aircraftColumns, askerKind, whereVisible, type Asker } from "./rows.ts";

type StoredAircraft = Aircraft & { bucket: string };

export const aircraftHandlers: Handlers<typeof aircraftCommands> = {
  async "aircraft.create"(context, { id: _, accessNotes, ...form }) {
    const { tx, id, me } = context;
    // Locks the user before the pictures; the check follows after both.
    await lockUsers(tx, [me.id], "change");
    await requireOwnPictures(context, form);
    await requireOwner(tx, me.id);
    requireVerified(me);
    const airport = await knownAirport(context.services.airfields, form.location, form.airport);
    const bucket = await bucketFor(tx, form.location);
    const [row]: Aircraft[] = await tx("aircraft")
      .insert({ ...form, airport, id, ownerId: me.id, imageUrl: form.images[0] ?? form.imageUrl, bucket })
      .onConflict("id")
      .ignore()
      .returning(aircraftColumns);
    if (!row) throw new DomainError("id-taken");
    if (accessNotes !== null) await storeAccessNotes(context, row, accessNotes);
    context.changed("aircraft", id, await aircraftScopes(tx, row, [bucket]));
    await logHiddenOwner(context, me.id);
    await noteAircraftChange(tx, null, row);
    return row;
  },

  async "aircraft.update"(context, { id, reason, ...wanted }) {
    const { tx, me } = context;
    const stored = await lockVisible(tx, id, me);
    await requireOwnPictures(context, wanted, stored ? [stored.imageUrl, ...stored.images] : []);
    const plane = requireEditable(stored, me);
    const notes = wanted.accessNotes === undefined ? null : await accessNotesOf(tx, id);
    const { accessNotes, ...merged } = context.merge({ ...plane, accessNotes: notes }, permitted(wanted, me, plane));
    if (accessNotes !== undefined) await storeAccessNotes(context, plane, accessNotes);
    const changes = differences(plane, await withKnownAirport(context, plane, withMainPicture(plane, merged)));
    if (Object.keys(changes).length === 0) return { result: withoutBucket(plane), audit: [] };
    const bucket = changes.location === undefined ? plane.bucket : await bucketFor(tx, changes.location);
    const fields = Object.keys(changes);
    const updating = tx("aircraft")
      .where({ id })
      .update({ ...changes, bucket, rev: tx.raw("rev + 1") })
      .returning([...aircraftColumns, watchersColumn(tx, id)] as string[]);
    const noting = aircraftChangeNote(tx, plane, { ...plane, ...changes });
    const changing = tx.with("updated", updating).with("noted", noting).select("*").from("updated");
    // A connection keeps each named statement, so sets of fields would fill its memory.
    const [updated]: (Aircraft & { watchers: string[] })[] = await (fields.length === 1
      ? named(tx, `set-aircraft-${fields[0]}`, changing)
      : changing);
    const { watchers, ...row } = updated!;
    context.changed("aircraft", id, scopesOf(plane, watchers, [plane.bucket, bucket]));
    return { result: row, audit: editLines(me, plane, changes, reason) };
  },

  async "aircraft.delete"(context, { id, reason }) {
    const { tx, me } = context;
    const plane = requireEditable(await lockVisible(tx, id, me), me);
    const bookedAhead = await tx("bookings")
      .where({ aircraftId: id, status: "accepted" })
      .whereRaw(`"endsAt" > now()`)
      .first("id");
    if (bookedAhead) throw new DomainError("booked-ahead");
    await unlist(context, plane);
    return { result: undefined, audit: deletionLines(me, plane, reason) };
  },
};

/**
 * Hides a listing for another command of an admin; returns its lines of the audit trail, none when it was hidden already.
 * @throws DomainError aircraft-not-found
 */
export async function hideListing(
  context: SignedInContext,
  id: string,
  reason: string | undefined,
): Promise<readonly AuditLine[]> {
  const { tx, me } = context;
  const plane = requireEditable(await lockVisible(tx, id, me), me);
  if (!plane.isActive) return [];
  const [row]: Aircraft[] = await tx("aircraft")
    .where({ id })
    .update({ isActive: false, rev: tx.raw("rev + 1") })
    .returning(aircraftColumns);
  context.changed("aircraft", id, await aircraftScopes(tx, plane, [plane.bucket]));
  await noteAircraftChange(tx, plane, row!);
  return editLines(me, plane, { isActive: false }, reason).map((line) => ({ ...line, action: "aircraft.update" }));
}

/** Removes a locked listing: declines its open requests, and logs that for everybody who sees it. */
export async function unlist(posting: Posting, plane: StoredAircraft): Promise<void> {
  const { tx, changed } = posting;
  const { id } = plane;
  const scopes = await aircraftScopes(tx, plane, [plane.bucket]);
  await declineOpenRequests(posting, id, plane);
  await dropFavorites(posting, id);
  await removeAccessNotes(tx, id);
  await tx("aircraft")
    .where({ id })
    .update({ deletedAt: tx.fn.now(), rev: tx.raw("rev + 1") });
  await dueWithoutAircraft(tx, id);
  changed("aircraft", id, scopes);
  await logHiddenOwner(posting, plane.ownerId);
}

/** Locks a listing until the commit, for every caller; undefined for a deleted one. */
export async function lockListing(tx: Knex.Transaction, id: string): Promise<StoredAircraft | undefined> {
  return tx("aircraft")
    .first(...aircraftColumns, "aircraft.bucket")
    .where({ id, deletedAt: null })
    .forUpdate();
}

/** The review of a deleted aircraft is no longer awaited: `jobs/due-reviews.ts` shows what both members have written. */
async function dueWithoutAircraft(tx: Knex.Transaction, aircraftId: string): Promise<void> {
  await tx("reviews")
    .whereNull("visibleAt")
    .whereIn("bookingId", (complete) => {
      void complete
        .from("bookings")
        .where({ aircraftId, status: "completed", ownerReviewed: true, pilotReviewed: true })
        .select("id");
    })
    .update({ dueAt: tx.fn.now() });
}

/**
 * Requires an owner. The user is locked until the commit: a concurrent change to pilot waits, then is refused.
 * @throws DomainError owner-only
 */
async function requireOwner(tx: Knex.Transaction, id: string): Promise<void> {
  const now = await tx("users").first("userType", "isAdmin").where({ id });
  if (now?.userType !== "owner" && !now?.isAdmin) throw new DomainError("owner-only");
}

/** Locks the listing until the commit, so that edits, moves and bookings of it run in order. */
async function lockVisible(tx: Knex.Transaction, id: string, asker: Asker): Promise<StoredAircraft | undefined> {
  const locking = tx("aircraft")
    .first(...aircraftColumns, "aircraft.bucket")
    .where("aircraft.id", id)
    .modify(whereVisible, asker)
    .forUpdate("aircraft");
  return await named(tx, `lock-aircraft-${askerKind(asker)}`, locking);
}

/** @throws DomainError aircraft-not-found, not-your-aircraft */
function requireEditable(plane: StoredAircraft | undefined, me: SignedInContext["me"]): StoredAircraft {
  if (!plane) throw new DomainError("aircraft-not-found");
  if (!mayEdit(plane, me)) throw new DomainError("not-your-aircraft");
  return plane;
}

type Changes = Omit<ListingChanges, "id" | "reason">;

function permitted(changes: Changes, { id, isAdmin }: SignedInContext["me"], { ownerId }: StoredAircraft): Changes {
  const { verified, isActive, accessNotes, ...form } = changes;
  return { ...form, ...(isAdmin && { verified, isActive }), ...(id === ownerId && { accessNotes }) };
}

/** The first picture is the main one; without pictures there is no uploaded main picture. */
function withMainPicture(plane: Aircraft, changes: Changes): Changes {
  const first = (changes.images ?? plane.images)[0];
  if (first !== undefined) return { ...changes, imageUrl: first };
  const lostItsMain = changes.imageUrl === undefined && plane.images.includes(plane.imageUrl);
  return lostItsMain ? { ...changes, imageUrl: DEFAULT_PICTURE } : changes;
}

/** A move to the location of the stored airport makes that the main one, too. */
async function withKnownAirport({ services }: SignedInContext, plane: Aircraft, changes: Changes): Promise<Changes> {
  const { airport: wanted, location = plane.location } = changes;
  if (wanted !== undefined) return { ...changes, airport: await knownAirport(services.airfields, location, wanted) };
  return plane.airport && plane.airport.id === mainAirportOf(location)?.id ? { ...changes, airport: null } : changes;
}

function differences(plane: Aircraft, changes: Changes): Changes {
  const differs = ([field, value]: [string, unknown]) =>
    value !== undefined && JSON.stringify(value) !== JSON.stringify(plane[field as keyof Aircraft]);
  return Object.fromEntries(Object.entries(changes).filter(differs));
}

function withoutBucket({ bucket: _, ...plane }: StoredAircraft): Aircraft {
  return plane;
}

async function dropFavorites({ tx, changed }: Posting, aircraftId: string): Promise<void> {
  const dropped: { userId: string }[] = await tx("favorites").where({ aircraftId }).delete().returning("userId");
  const scopes = dropped.map(({ userId }) => userScope(userId));
  changed("favorites", aircraftId, scopes);
}

/** Users who saved the aircraft, wrote about it or booked it. */
const watchersOf = `
  select "userId" as id from favorites where "aircraftId" = :aircraftId
  union select id from writers_about(:aircraftId) as writer (id)
  union select "pilotId" from bookings where "aircraftId" = :aircraftId`;

/** The watchers as a column of the statement that writes the locked aircraft: it sees all who came before the lock. */
const watchersColumn = (tx: Knex, aircraftId: string) => tx.raw(`array(${watchersOf}) as watchers`, { aircraftId });

/** Scopes for the log lines of a change to one aircraft; after a move `buckets` includes the old bucket. */
export async function aircraftScopes(
  tx: Knex,
  plane: { id: string; ownerId: string },
  buckets: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.raw(watchersOf, { aircraftId: plane.id });
  const watchers = (rows as { id: string }[]).map((row) => row.id);
  return scopesOf(plane, watchers, buckets);
}

function scopesOf({ ownerId }: { ownerId: string }, watchers: readonly string[], buckets: readonly string[]): string[] {
  return [...new Set(buckets)].map(bucketScope).concat([...new Set([ownerId, ...watchers])].map(userScope));
}

/**
 * Logs a change of all aircraft of an owner, after a deactivation or reactivation: for buckets, owner and watchers.
 * Takes two statements for any number of aircraft. The first locks the rows, so that a new watcher waits or is included.
 */
export async function logAircraftOfOwner(tx: Knex, ownerId: string): Promise<string[]> {
  await tx.raw(
    `select count(*) from (
       select from aircraft where "ownerId" = ? and "deletedAt" is null order by id for update
     ) locked`,
    [ownerId],
  );
  const { rows } = await tx.raw(
    `with planes as (select id, bucket from aircraft where "ownerId" = :ownerId and "deletedAt" is null),
     watched as (
       select id, '${bucketScope("")}' || bucket as scope from planes
       union select id, '${userScope("")}' || :ownerId from planes
       union select planes.id, '${userScope("")}' || favorites."userId" from planes
         join favorites on favorites."aircraftId" = planes.id
       union select planes.id, '${userScope("")}' || writer.id from planes
         cross join lateral writers_about(planes.id) as writer (id)
       union select planes.id, '${userScope("")}' || bookings."pilotId" from planes
         join bookings on bookings."aircraftId" = planes.id
     ), lines as (
       insert into change_log (scope, entity, id) select scope, :entity, id from watched returning scope
     )
     select distinct scope from lines`,
    { ownerId, entity: entities.aircraft.number },
  );
  return (rows as { scope: string }[]).map((row) => row.scope);
}
