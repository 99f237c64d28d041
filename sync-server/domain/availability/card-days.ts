// Counts the days of aircraft whose plan, holds or least hours changed, and publishes the cards that changed with them.
import type { Knex } from "knex";
import type { CardDays } from "../../../shared/domain/hours/card-days.ts";
import { cardDaysOf, DAYS_COUNTED } from "../../../shared/domain/hours/card-days-count.ts";
import type { Schedule } from "../../../shared/domain/free-hours.ts";
import { entities } from "../../../shared/entities.ts";
import { zonedMinute } from "../../../shared/kit/zoned-days.ts";
import { appendChanges } from "../../db/change-log.ts";
import { bucketScope } from "../../kit/command-handler.ts";
import { scheduleIn, scheduleText, type ScheduleRow } from "./rows.ts";

/** Most aircraft per round; the next round takes the rest. */
const MOST = 500;
const DAY_MS = 86_400_000;

type Plane = { bucket: string; minHours: number } & Required<{ [Field in keyof CardDays]: CardDays[Field] | null }>;

/** Counts the days of every stale aircraft; returns how many. A failure blocks no other aircraft. */
export async function countStaleCardDays(db: Knex, now = Date.now()): Promise<number> {
  const stale: { aircraftId: string }[] = await db("stale_card_days")
    .select("aircraftId")
    .orderBy("aircraftId")
    .limit(MOST);
  const problems: unknown[] = [];
  for (const { aircraftId } of stale)
    await countCardDays(db, aircraftId, now).catch((problem: unknown) => void problems.push(problem));
  if (problems.length > 0) throw problems[0];
  return stale.length;
}

/** Locks the aircraft first, as acceptances and edits do. A second process finds nothing left to count. */
async function countCardDays(db: Knex, aircraftId: string, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    const plane: Plane | undefined = await tx("aircraft")
      .where({ id: aircraftId })
      .forNoKeyUpdate()
      .first("bucket", "minHours", "closedDays", "fullDays", "noticeHours", "horizonDays");
    const isStale = (await tx("stale_card_days").where({ aircraftId }).delete()) > 0;
    if (!plane || !isStale) return;
    const until = new Date(now + (DAYS_COUNTED + 2) * DAY_MS).toISOString();
    const text = scheduleText.replaceAll("$1", ":id").replaceAll("$2", ":from").replaceAll("$3", ":to");
    const { rows } = await tx.raw(text, { id: aircraftId, from: new Date(now - DAY_MS).toISOString(), to: until });
    const schedule = scheduleIn((rows as ScheduleRow[])[0]!, now);
    const counted = columnsOf(cardDaysOf(schedule, plane.minHours));
    if (JSON.stringify(counted) === JSON.stringify(aheadOf(plane, schedule))) return;
    await tx("aircraft").where({ id: aircraftId }).update(counted);
    const line = { scope: bucketScope(plane.bucket), entity: entities.aircraft.number, id: aircraftId };
    await appendChanges(tx, [line]);
  });
}

type Columns = Omit<Plane, "bucket" | "minHours">;

const columnsOf = ({ closedDays, fullDays, noticeHours, horizonDays }: CardDays): Columns => ({
  closedDays: closedDays ?? null,
  fullDays: fullDays ?? null,
  noticeHours: noticeHours ?? null,
  horizonDays: horizonDays ?? null,
});

/** The stored days from today on: that full days pass is no change. */
function aheadOf({ closedDays, fullDays, noticeHours, horizonDays }: Plane, { zone, now }: Schedule): Columns {
  const today = zonedMinute(now, zone).day;
  const ahead = fullDays?.filter((day) => day >= today);
  return { closedDays, fullDays: ahead?.length ? ahead : null, noticeHours, horizonDays };
}
