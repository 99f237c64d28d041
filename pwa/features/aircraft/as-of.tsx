import { asOfLabel } from "../../../shared/kit/dates.ts";
import { useOnline } from "../../client/online.ts";

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
  if (!time || (isOnline && !always)) return null;
  return <p className={`hint num ${className ?? ""}`}>Prices from {asOfLabel(time, new Date())}.</p>;
}
