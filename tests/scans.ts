// Photographed papers over REST: a pilot sends their pages and shares them with a booking, and people look at them.
import sharp from "sharp";
import { expect } from "vitest";
import type { Booking } from "../shared/domain/bookings.ts";
import { pageMark } from "../shared/domain/eligibility/scan-rules.ts";
import type { SharedScan } from "../shared/domain/eligibility/sharing.ts";
import { newId } from "../shared/kit/ids.ts";
import { askFor } from "./bookings.ts";
import { send } from "./http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "./people.ts";
import type { TestServer } from "./server.ts";

/** A paper as a device shares it; without `pages` it is one that the server has already. */
export type SentScan = { id: string; kind: string; title?: string; count: number; pages?: string[] };

export const aScan = (pages: string[], more: Partial<SentScan> = {}): SentScan => ({
  id: newId(),
  kind: "certificate",
  count: pages.length,
  pages: pages.map(pageMark),
  ...more,
});

/** A pilot, an owner with an aircraft, and what they do with papers. */
export async function aScanMarket(server: TestServer) {
  const { db } = server;
  const [pilot, owner] = [await aPilot(db), await anOwner(db)];
  const aircraftId = await aPlane(db, owner.id);
  /** A JPEG of 90 × 60 pixels that tells where it was taken. */
  const photo = await sharp({ create: { width: 90, height: 60, channels: 3, background: "#446688" } })
    .jpeg()
    .withExif({ IFD0: { Artist: "Secret Camera" }, IFD3: { GPSLatitude: "32/1 44/1 0/1" } })
    .toBuffer();

  const aRequest = async (me = pilot) => (await askFor(server.url, me, { aircraftId })).body.booking.id;
  const put = (id: string, body: Buffer | string = photo, me: TestPerson | null = pilot, url = server.url) =>
    send(url, `PUT /api/wallet/pages/${id}`, { headers: { ...me?.headers, "content-type": "image/jpeg" }, body });
  async function somePages(count: number, me = pilot): Promise<string[]> {
    const ids = Array.from({ length: count }, () => newId()).sort();
    for (const id of ids) expect((await put(id, photo, me)).status).toBe(200);
    return ids;
  }
  const share = (id: string, scans: SentScan[] | undefined, { me = pilot, url = server.url } = {}) =>
    send<Booking>(url, `PUT /api/bookings/${id}/papers`, { headers: me.headers, body: { shared: [], scans } });
  const read = async (id: string, me = owner, url = server.url) =>
    (await send<{ scans: SharedScan[] }>(url, `GET /api/bookings/${id}/papers`, { headers: me.headers })).body.scans;
  const look = (id: string, page: string, me: TestPerson | null = owner, url = server.url) =>
    fetch(`${url}/api/bookings/${id}/papers/${page}`, { headers: me?.headers ?? {} });
  const statusOf = async (...asked: Parameters<typeof look>) => (await look(...asked)).status;
  const pagesOf = (bookingId: string): Promise<string[]> =>
    db("scan_pages").where({ bookingId }).orderBy("id").pluck("id");
  /** A request with one paper of `count` pages. */
  async function aShown(count = 2) {
    const [id, pages] = [await aRequest(), await somePages(count)];
    const scan = aScan(pages, { title: "Front side 3921748" });
    expect((await share(id, [scan])).status).toBe(200);
    return { id, pages, scan };
  }
  return { pilot, owner, photo, aRequest, put, somePages, share, read, look, statusOf, pagesOf, aShown };
}
