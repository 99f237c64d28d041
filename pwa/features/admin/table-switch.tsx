import { useState } from "react";
import { useOnline } from "../../client/api/online.ts";
import { Switch } from "../../ui/form/switch.tsx";
import styles from "./table.module.css";

type TableSwitchProps = {
  /** Name of the column: "Verified". */
  what: string;
  /** Name of the row: "Dale Whitcomb". */
  who: string;
  checked: boolean;
  /** Resolves when the server has answered. */
  onSwitch: (on: boolean) => Promise<unknown>;
  /** The reason why the switch is disabled. */
  locked?: string | undefined;
};

/** A cell with a switch: it moves at once, and back when the server refuses. Shows its label only where the table has no heads. */
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
