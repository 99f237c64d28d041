import type { Drawing } from "../../ui/icons/drawn.ts";
import { ArrowDown, ArrowUp, GripVertical, Star } from "../../ui/icons/icons.ts";
import * as Radix from "@radix-ui/react-dropdown-menu";
import { useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from "react";
import { Icon } from "../../ui/display/icon.tsx";
import { hasNewFocus } from "../../ui/hooks/focus-return.ts";
import styles from "./move-handle.module.css";

type MoveHandleProps = {
  place: number;
  count: number;
  /** Id of the element that explains the keys. */
  describedBy: string;
  isLifted: boolean;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  /** True when the key was for the order. */
  onKey: (event: KeyboardEvent) => boolean;
  onPlace: (to: number) => void;
  /** The next click ends a drag. */
  isClickOfDrag: RefObject<boolean>;
};

/** The handle that moves a picture: dragged, used by keys, or pressed for a menu. */
export function MoveHandle(props: MoveHandleProps) {
  const { place, count, describedBy, isLifted, onPointerDown, onKey, onPlace, isClickOfDrag } = props;
  const [isOpen, setOpen] = useState(false);
  const handle = useRef<HTMLButtonElement>(null);
  const last = count - 1;
  return (
    <Radix.Root open={isOpen} onOpenChange={setOpen} modal={false}>
      <Radix.Trigger asChild>
        <button
          ref={handle}
          type="button"
          className={styles.handle}
          data-handle=""
          data-lifted={isLifted || undefined}
          aria-label={`Move picture ${place + 1} of ${count}`}
          aria-roledescription="sortable"
          aria-describedby={describedBy}
          onPointerDown={(event) => {
            // The click opens the menu, not the press, which may become a drag.
            event.preventDefault();
            event.currentTarget.focus();
            onPointerDown(event);
          }}
          onClick={() => !isClickOfDrag.current && setOpen(true)}
          onContextMenu={(event) => event.preventDefault()}
          onKeyDown={(event) => {
            if (onKey(event) || event.key === "ArrowDown") event.preventDefault();
          }}
          onKeyUp={(event) => {
            // The space bar lifts; it does not click.
            if (event.key === " ") event.preventDefault();
          }}
        >
          <Icon of={GripVertical} />
          <span className={styles.word}>Move</span>
        </button>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className={styles.menu}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            // The user may have opened another menu before, which closes when it loses the focus.
            if (hasNewFocus(handle.current)) event.preventDefault();
          }}
        >
          <Item icon={ArrowUp} words="Move up" disabled={place === 0} onSelect={() => onPlace(place - 1)} />
          <Item icon={ArrowDown} words="Move down" disabled={place === last} onSelect={() => onPlace(place + 1)} />
          <Item icon={Star} words="Make main" disabled={place === 0} onSelect={() => onPlace(0)} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Item(props: { icon: Drawing; words: string; disabled: boolean; onSelect: () => void }) {
  const { icon, words, disabled, onSelect } = props;
  return (
    <Radix.Item className={styles.item} disabled={disabled} onSelect={onSelect}>
      <Icon of={icon} />
      {words}
    </Radix.Item>
  );
}
