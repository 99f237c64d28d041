import { asOfLabel } from "../../../shared/kit/dates.ts";
import { useOnline } from "../../client/api/online.ts";

type AsOfProps = {
  /** ISO time at which the server last confirmed the data; null while unknown. */
  time: string | null;
  /** Shows the line online too: the data comes from the device and was not refreshed. */
  always?: boolean;
  /** What the time is about. */
  what?: string;
  className?: string | undefined;
};

/** The age of the data, shown when the server cannot be reached. */
export function AsOf({ time, always, what = "Prices", className }: AsOfProps) {
  const isOnline = useOnline();
  if (isOnline && !always) return null;
  // The line exists before its time is known, so that the content below does not move.
  const words = time ? `${what} from ${asOfLabel(time, new Date())}.` : "\u00a0";
  return <p className={`hint num ${className ?? ""}`}>{words}</p>;
}
