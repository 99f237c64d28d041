// A word for an icon, shown on hover and keyboard focus. Built on Radix, so load it lazily.
import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";
import styles from "./tooltip.module.css";

/** Around a group of tooltips: 700 ms before the first opens, 300 ms in which the next opens at once. */
export function TooltipGroup({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  );
}

/** The child must be one control that takes a ref; it already carries its own name. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={styles.tooltip} sideOffset={6} collisionPadding={8}>
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
