// A menu of actions at a button. Built on Radix, so load it lazily.
import type { Drawing } from "../icons/drawn.ts";
import * as Radix from "@radix-ui/react-dropdown-menu";
import { useRef, type ReactElement } from "react";
import { Icon } from "../display/icon.tsx";
import { hasNewFocus } from "../hooks/focus-return.ts";
import styles from "./menu.module.css";

/** Without `onSelect` it is a state that the menu tells, not an action. */
export type MenuAction = { icon: Drawing; words: string; onSelect?: () => void };

type MenuProps = {
  /** The button that opens it. */
  children: ReactElement;
  actions: readonly MenuAction[];
};

/** Opens below its button. The focus returns to the button, unless an action has moved it. */
export function Menu({ children, actions }: MenuProps) {
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild ref={opener}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className={styles.menu}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            if (hasNewFocus(opener.current)) event.preventDefault();
          }}
        >
          {actions.map(({ icon, words, onSelect }) => (
            <Radix.Item key={words} className={styles.item} disabled={!onSelect} onSelect={onSelect}>
              <Icon of={icon} />
              {words}
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
