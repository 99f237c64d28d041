// The export of all own data as a zip that is written while it is read: memory holds one page of rows, or a part of a picture.
import type { Knex } from "knex";
import { EXPORT_FORMAT, exportedRows, type exportQueries } from "../../../../shared/domain/accounts/export.ts";
import type { OwnUser } from "../../../../shared/domain/accounts.ts";
import { review } from "../../../../shared/domain/reviews.ts";
import { objectPath } from "../../../../shared/domain/uploads-rules.ts";
import type { EntityName } from "../../../../shared/entities.ts";
import { DomainError } from "../../../../shared/kit/errors.ts";
import type { Resolvers, SignedInReadContext } from "../../../kit/query-resolver.ts";
import { settingsOf } from "../../notices/choices.ts";
import { devicesOf } from "../../notices/subscriptions.ts";
import { pictureName } from "../../uploads/store.ts";
import { copyResolvers } from "../../wallet/copy.ts";
import { passkeysOf } from "../factors/passkeys.ts";
import { paperFiles, paperLines } from "../../wallet/exported.ts";
import { zipOf, type ZipFile } from "./zip.ts";

/** Seconds from one export to the next. */
const PAUSE_SECONDS = 60;

/** Seconds without progress after which another export may start. */
const LEASE_SECONDS = 120;

/** Rows of one page. */
const PAGE = 500;

export const exportResolvers: Resolvers<typeof exportQueries> = {
  async "account.export"(context) {
    const { db, me } = context;
    await begin(db, me.id);
    return untilEnd(db, me.id, zipOf(filesOf(context)));
  },
};

/**
 * Takes the turn of the user, in all processes: one export at a time, and one a minute.
 * @throws DomainError too-many
 */
async function begin(db: Knex, userId: string): Promise<void> {
  const { rows } = await db.raw(
    `insert into exports ("userId", "startedAt", "leaseUntil") values (:userId, now(), now() + :lease * interval '1 second')
     on conflict ("userId") do update set "startedAt" = excluded."startedAt", "leaseUntil" = excluded."leaseUntil"
     where exports."leaseUntil" < now() and exports."startedAt" < now() - :pause * interval '1 second'
     returning "userId"`,
    { userId, lease: LEASE_SECONDS, pause: PAUSE_SECONDS },
  );
  if (rows.length === 0) throw new DomainError("too-many", { retryAfter: PAUSE_SECONDS });
}

/** Gives the turn back when the zip has ended, and when its reader has gone. */
async function* untilEnd(db: Knex, userId: string, zip: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let renewedAt = performance.now();
  try {
    for await (const bytes of zip) {
      yield bytes;
      if (performance.now() - renewedAt < (LEASE_SECONDS * 1000) / 4) continue;
      renewedAt = performance.now();
      await lease(db, userId, LEASE_SECONDS);
    }
  } finally {
    await lease(db, userId, 0);
  }
}

async function lease(db: Knex, userId: string, seconds: number): Promise<void> {
  await db("exports")
    .where({ userId })
    .update({ leaseUntil: db.raw("now() + ? * interval '1 second'", [seconds]) });
}

async function* filesOf(context: SignedInReadContext): AsyncGenerator<ZipFile> {
  const { db, me, rowsOf, sessionHash } = context;
  const about = { format: EXPORT_FORMAT, exportedAt: new Date().toISOString(), userId: me.id };
  yield json("about.json", about);
  for (const [name, { name: entity }] of Object.entries(exportedRows))
    yield { name, bytes: listOf(rowsOf(entity as EntityName)) };
  yield { name: "reviews.json", bytes: listOf(ownReviews(db, me)) };
  yield json("settings.json", await settingsOf(db, me.id));
  yield json("devices.json", await devicesOf(db, me.id, sessionHash));
  yield json("passkeys.json", { passkeys: await passkeysOf(db, me.id) });
  yield json("wallet.json", await copyResolvers["wallet.own"](context, {}));
  const { sealer } = context.services;
  yield { name: "papers.json", bytes: listOf(texts(paperLines(db, sealer, me.id))) };
  for await (const { name, bytes } of paperFiles(db, sealer, me.id))
    yield { name, bytes: bytesOf([bytes]), isStored: true };
  yield { name: "pictures.json", bytes: listOf(pictureLines(db, me)) };
  yield* pictureFiles(context);
}

function json(name: string, value: unknown): ZipFile {
  return { name, bytes: bytesOf([`${JSON.stringify(value, null, 2)}\n`]) };
}

// The zip reads every file as a stream, also one whose bytes are here.
async function* bytesOf(parts: Iterable<string | Buffer>): AsyncGenerator<Buffer> {
  for (const part of parts) yield typeof part === "string" ? Buffer.from(part) : part;
}

async function* texts(rows: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const row of rows) yield JSON.stringify(row);
}

/** A JSON list of rows that are JSON already, one a line. */
async function* listOf(rows: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let before = "[\n";
  for await (const row of rows) {
    yield Buffer.from(before + row);
    before = ",\n";
  }
  yield Buffer.from(before === "[\n" ? "[]\n" : "\n]\n");
}

/** Rows of a table in the order of their ids, a page at a time. */
async function* pages<Row extends { id: string }>(page: (after: string | null) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let after: string | null = null; ;) {
    const rows: Row[] = await page(after);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}

async function* ownReviews(db: Knex, me: OwnUser): AsyncGenerator<string> {
  const columns = Object.keys(review.schema.shape);
  const page = (after: string | null): Promise<{ id: string }[]> =>
    db("reviews")
      .select(columns)
      .where({ userId: me.id })
      .modify((query) => after !== null && void query.where("id", ">", after))
      .orderBy("id")
      .limit(PAGE);
  for await (const row of pages(page)) yield JSON.stringify(row);
}

type PictureRow = { id: string; widths: number[]; createdAt: string };

function ownPictures(db: Knex, me: OwnUser): AsyncGenerator<PictureRow> {
  return pages<PictureRow>((after) =>
    db("objects")
      .select("id", "widths", "createdAt")
      .where({ ownerId: me.id, removedAt: null })
      .whereNotNull("claimedAt")
      .modify((query) => after !== null && void query.where("id", ">", after))
      .orderBy("id")
      .limit(PAGE),
  );
}

const fileOf = ({ id }: PictureRow) => `pictures/${id}.jpeg`;

async function* pictureLines(db: Knex, me: OwnUser): AsyncGenerator<string> {
  for await (const row of ownPictures(db, me))
    yield JSON.stringify({ file: fileOf(row), path: objectPath(row.id), createdAt: row.createdAt });
}

/** Each picture in its largest width. One that the store lost is absent. */
async function* pictureFiles({ db, me, uploads }: SignedInReadContext): AsyncGenerator<ZipFile> {
  for await (const row of ownPictures(db, me)) {
    const found = await uploads.store.open(pictureName(row.id, Math.max(...row.widths), "jpeg"));
    if (found) yield { name: fileOf(row), bytes: found.body as AsyncIterable<Uint8Array>, isStored: true };
  }
}
