// The photographed papers of a booking: which ones its owner may open, with their titles and the order of their pages.
import type { Knex } from "knex";
import { type z } from "zod";
import { sharedScan, type SentScan, type SharedScan } from "../../../shared/domain/eligibility/sharing.ts";
import { pageOfMark } from "../../../shared/domain/eligibility/scan-rules.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import type { Sealed, Sealer } from "../../kit/sealer.ts";
import { sharedPlace, unsharedPlace } from "./pages.ts";

type ScanRow = Sealed & { scanId: string };
type PageRow = Sealed & { id: string; scanId: string | null };
type Owner = { bookingId: string; userId: string };

/** What of a scan is encrypted in its row. */
const content = sharedScan.omit({ id: true });

const placeOf = (bookingId: string, scanId: string) => `shared-scan:${bookingId}:${scanId}`;

/**
 * Shares exactly these with a booking, whose row the caller has locked; returns what the booking says about them. One without pages
 * stays as it was.
 * @throws DomainError pages-missing
 */
export async function keepScans(
  tx: Knex.Transaction,
  sealer: Sealer | null,
  owner: Owner,
  scans: readonly SentScan[],
): Promise<{ id: string; kind: SharedScan["kind"]; pages: number }[]> {
  const { bookingId } = owner;
  const ids = scans.map(({ id }) => id);
  await tx("shared_scans").where({ bookingId }).whereNotIn("scanId", ids).delete();
  if (scans.length === 0) return [];
  if (!sealer) throw new DomainError("papers-not-set-up");
  for (const scan of scans) if (scan.pages) await keepScan(tx, sealer, owner, { ...scan, pages: scan.pages });
  const stored = new Map((await scansOf(tx, sealer, bookingId)).map((scan) => [scan.id, scan]));
  return ids.flatMap((id) => {
    const scan = stored.get(id);
    return scan ? [{ id, kind: scan.kind, pages: scan.pages.length }] : [];
  });
}

async function keepScan(
  tx: Knex.Transaction,
  sealer: Sealer,
  { bookingId, userId }: Owner,
  { id: scanId, kind, title, pages: marks }: SentScan & { pages: string[] },
): Promise<void> {
  const pages = marks.map(pageOfMark);
  if (!isComplete(pages)) throw new DomainError("pages-missing");
  const sealed = sealer.seal(placeOf(bookingId, scanId), JSON.stringify({ kind, title, pages } satisfies Content));
  await tx("shared_scans")
    .insert({ bookingId, scanId, ...sealed })
    .onConflict(["bookingId", "scanId"])
    .merge();
  const shown = { bookingId, scanId };
  await tx("scan_pages").where(shown).whereNotIn("id", pages).delete();
  for (const id of pages) {
    const row: PageRow | undefined = await tx("scan_pages")
      .where({ id, userId })
      .where((query) => void query.whereNull("bookingId").orWhere(shown))
      .first("id", "scanId", "keyId", "sealed");
    if (!row) throw new DomainError("pages-missing");
    if (row.scanId !== null) continue;
    const bytes = sealer.openBytes(unsharedPlace(userId, id), row);
    if (!bytes) throw new DomainError("pages-missing");
    await tx("scan_pages")
      .where({ id })
      .update({ ...shown, ...sealer.seal(sharedPlace(bookingId, scanId, id), bytes) });
  }
}

type Content = z.infer<typeof content>;

const isComplete = (ids: readonly (string | null)[]): ids is string[] => ids.every((id) => id !== null);

/** What cannot be decrypted or read is absent. */
export async function scansOf(db: Knex, sealer: Sealer, bookingId: string): Promise<SharedScan[]> {
  const rows: ScanRow[] = await db("shared_scans")
    .where({ bookingId })
    .orderBy("scanId")
    .select("scanId", "keyId", "sealed");
  return rows.flatMap(({ scanId, ...sealed }) => {
    const text = sealer.open(placeOf(bookingId, scanId), sealed);
    const read = text === null ? undefined : content.safeParse(JSON.parse(text)).data;
    return read ? [{ id: scanId, ...read }] : [];
  });
}
