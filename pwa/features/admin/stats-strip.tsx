import { grouped } from "../../../shared/kit/counted.ts";
import type { AdminStats } from "../../../shared/domain/admin.ts";
import { Skeleton } from "../../ui/display/skeleton.tsx";
import styles from "./stats-strip.module.css";

/** The three counts in one ruled strip. */
export function StatsStrip({ stats }: { stats: AdminStats | null }) {
  const counts: [label: string, count: number | undefined][] = [
    ["Total Users", stats?.totalUsers],
    ["Verified Users", stats?.verifiedUsers],
    ["Total Aircraft", stats?.totalAircraft],
  ];
  return (
    <dl className={styles.strip} aria-busy={stats === null}>
      {counts.map(([label, count]) => (
        <div key={label}>
          <dt className="lab">{label}</dt>
          <dd>{count === undefined ? <Skeleton width={72} height={42} /> : grouped(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
