import { useState } from "react";
import { useOnline } from "../../client/api/online.ts";
import { Switch } from "../../ui/form/switch.tsx";
import styles from "./table.module.css";

interface TableSwitchProps {
  /** The column: "Verified". */
  what: string;
  /** The row: "Dale Whitcomb". */
  who: string;
  checked: boolean;
  /** Resolves when the server has answered. */
  onSwitch: (on: boolean) => Promise<unknown>;
  /** Why this one cannot be switched. */
  locked?: string | undefined;
}

/** A cell with a switch: it moves at once, and back when the server says no. Words beside it only where there is no head. */
export function TableSwitch({ what, who, checked, onSwitch, locked }: TableSwitchProps) {
  const [wanted, setWanted] = useState<boolean | null>(null);
  const isOnline = useOnline();
  const run = async (on: boolean) => {
    setWanted(on);
    try {
      await onSwitch(on);
    } finally {
      setWanted(null);
    }
  };
  return (
    <div role="cell">
      <Switch
        className={styles.switch}
        checked={wanted ?? checked}
        busy={wanted !== null}
        disabled={locked !== undefined || !isOnline}
        title={locked ?? (isOnline ? undefined : "Needs a connection")}
        label={`${what}, ${who}`}
        onChange={(on) => void run(on)}
      >
        <span className={styles.what}>{what}</span>
      </Switch>
    </div>
  );
}
