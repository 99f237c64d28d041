import { asOfLabel } from "../../../shared/kit/dates.ts";
import { useOnline } from "../../client/api/online.ts";

interface AsOfProps {
  /** ISO time at which this was last known to be true. */
  time: string | null;
  /** Says it even with a network: what is shown was read from the device and has not been refreshed. */
  always?: boolean;
  className?: string | undefined;
}

/** How old the prices are, where nobody can be asked for newer ones. */
export function AsOf({ time, always, className }: AsOfProps) {
  const isOnline = useOnline();
  if (isOnline && !always) return null;
  // The line is there before its time is known, so that nothing below it moves.
  const words = time ? `Prices from ${asOfLabel(time, new Date())}.` : "\u00a0";
  return <p className={`hint num ${className ?? ""}`}>{words}</p>;
}
