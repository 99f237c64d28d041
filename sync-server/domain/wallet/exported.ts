// What the server has of a pilot's papers, for the export of the account: those that open bookings show, and pages sent for one.
import type { Knex } from "knex";
import type { z } from "zod";
import type { exportedPapers } from "../../../shared/domain/accounts/export.ts";
import type { Sealer } from "../../kit/sealer.ts";
import { ownPage } from "./pages.ts";
import { openedPapers, type SharedPaper } from "./queries.ts";
import { scansOf } from "./scans.ts";

type Line = z.infer<typeof exportedPapers>;
type Page = { id: string; bookingId: string | null };

const fileOf = ({ id }: Page) => `papers/${id}.jpeg`;

/** One line for each booking that shows papers, and one without a booking for pages that none shows. What cannot be decrypted is absent. */
export async function* paperLines(db: Knex, sealer: Sealer | null, userId: string): AsyncGenerator<Line> {
  if (!sealer) return;
  const pages = await pagesOf(db, userId);
  const filesOf = (bookingId: string | null) => pages.filter((page) => page.bookingId === bookingId).map(fileOf);
  const bookings: string[] = await db("bookings as b")
    .where("b.pilotId", userId)
    .where((either) => {
      for (const table of ["shared_papers", "shared_scans"])
        void either.orWhereExists(db(`${table} as s`).whereRaw(`s."bookingId" = b.id`));
    })
    .orderBy("b.id")
    .pluck("b.id");
  for (const id of bookings) {
    const rows: SharedPaper[] = await db("shared_papers").where({ bookingId: id }).select("paper", "keyId", "sealed");
    const scans = await scansOf(db, sealer, id);
    yield { bookingId: id, papers: openedPapers(rows, id, sealer), scans, files: filesOf(id) };
  }
  const unshared = filesOf(null);
  if (unshared.length > 0) yield { bookingId: null, papers: {}, scans: [], files: unshared };
}

/** The photographs themselves, one at a time. */
export async function* paperFiles(
  db: Knex,
  sealer: Sealer | null,
  userId: string,
): AsyncGenerator<{ name: string; bytes: Buffer }> {
  if (!sealer) return;
  for (const page of await pagesOf(db, userId)) {
    const bytes = await ownPage(db, sealer, { userId, pageId: page.id });
    if (bytes) yield { name: fileOf(page), bytes };
  }
}

/** Few: limits of pages that wait and of pages of one booking bound them. */
const pagesOf = (db: Knex, userId: string): Promise<Page[]> =>
  db("scan_pages").where({ userId }).orderBy("id").select("id", "bookingId");
