import { Clock, Trash2 } from "../../ui/icons/icons.ts";
import { asOfLabel, zonedTime } from "../../../shared/kit/dates.ts";
import { DEFAULT_PICTURE } from "../../../shared/domain/aircraft-rules.ts";
import { zoneOf } from "../../../shared/domain/locations.ts";
import { useKnownAircraft } from "../../client/catalogue/known-aircraft.ts";
import { useOnline } from "../../client/api/online.ts";
import type { Pack } from "../../client/packs/pack-list.ts";
import { usePack } from "../../client/packs/use-packs.ts";
import { Link } from "../../ui/actions/link.tsx";
import { IconButton } from "../../ui/actions/icon-button.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { useNow } from "../../ui/hooks/use-now.ts";
import { useSmallPicture } from "../../client/pictures/small-picture.ts";
import { ageOf, isStale, megabytes, packViewOf, staleDay } from "./pack-words.ts";
import { demoNameParts } from "../../../shared/domain/aircraft-rules.ts";
import { useNextStart } from "./pack-row.tsx";
import styles from "./on-this-device.module.css";

type PackListProps = { userId: string; packs: readonly Pack[]; onRemove: (pack: Pack) => void };

export function PackList({ userId, packs, onRemove }: PackListProps) {
  return (
    <ul className={styles.packs}>
      {packs.map((pack) => (
        <PackItem key={pack.id} userId={userId} pack={pack} onRemove={onRemove} />
      ))}
    </ul>
  );
}

type PackItemProps = { userId: string; pack: Pack; onRemove: (pack: Pack) => void };

function PackItem({ userId, pack, onRemove }: PackItemProps) {
  const { id, name, bytes } = pack;
  const known = useKnownAircraft(id);
  const now = useNow();
  const nextStart = useNextStart(id) ?? null;
  const picture = useSmallPicture(pack.picture ?? known?.picture ?? DEFAULT_PICTURE, 96);
  const words = useItemWords(userId, pack, { now, nextStart, zone: known ? zoneOf(known) : undefined });
  const isOld = pack.state === "kept" && isStale(pack.at ?? "", now, nextStart);
  const size = pack.state === "kept" ? megabytes(bytes) : null;
  const [main, ending] = demoNameParts(name);
  return (
    <li className={styles.pack}>
      <img {...picture} alt="" loading="lazy" decoding="async" className={styles.picture} />
      <p className={styles.name}>
        <Link to={`/aircraft/${id}`}>{main}</Link>
        {ending && <span className="demo"> {ending.trim()}</span>}
        {isOld && (
          <Badge tone="wait" icon={Clock} className={styles.old}>
            {ageOf(pack.at ?? "", now)}
          </Badge>
        )}
      </p>
      <p className={styles.words}>{words}</p>
      {size && <span className={styles.size}>{size}</span>}
      <IconButton
        icon={Trash2}
        label={`Remove ${name}${size ? `, ${size}` : ""}`}
        className={styles.remove}
        onClick={() => onRemove(pack)}
      />
    </li>
  );
}

type Times = { now: Date; nextStart: string | null; zone: string | undefined };

/** `Booked Sat, Dec 5, 09:00 PST. As of today, 10:38.` */
function useItemWords(userId: string, pack: Pack, { now, nextStart, zone }: Times): string {
  const isOnline = useOnline();
  const state = usePack(userId, pack.id);
  const where = nextStart ? `Booked ${zonedTime(nextStart, zone)}. ` : pack.place ? `${pack.place}. ` : "";
  if (pack.state === "kept") {
    const at = pack.at ?? "";
    const isOld = isStale(at, now, nextStart);
    return `${where}As of ${isOld ? staleDay(at, now) : asOfLabel(at, now)}.`;
  }
  const view = packViewOf({ ...state, isOnline, now, nextStart, promise: "unknown", expected: 0 });
  return `${where}${view.title}. ${view.line}`;
}
