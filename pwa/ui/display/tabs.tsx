// Tabs drawn as a segmented control. Built on Radix, so load it lazily.
import * as Radix from "@radix-ui/react-tabs";
import type { ReactNode } from "react";
import styles from "../form/segmented-control.module.css";

type TabsProps<Value extends string> = {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  tabs: readonly { value: Value; label: string; panel: ReactNode }[];
  panelClassName?: string | undefined;
  /** Beside the tabs, in a box with `headClassName`. */
  title?: ReactNode;
  headClassName?: string | undefined;
};

export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, value, onChange, tabs, panelClassName, title, headClassName } = props;
  const list = (
    <Radix.List className={styles.control} aria-label={label}>
      {tabs.map((tab) => (
        <Radix.Trigger key={tab.value} value={tab.value} className={styles.part}>
          {tab.label}
        </Radix.Trigger>
      ))}
    </Radix.List>
  );
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      {title ? (
        <div className={headClassName}>
          {title}
          {list}
        </div>
      ) : (
        list
      )}
      {tabs.map((tab) => (
        // Without `forceMount` Radix adds a panel after drawing the change, in one task; so a transition draws it in parts.
        <Radix.Content
          key={tab.value}
          value={tab.value}
          forceMount
          hidden={tab.value !== value}
          className={panelClassName}
          tabIndex={-1}
        >
          {tab.value === value && tab.panel}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
