import { ArrowDown, ArrowUp, GripVertical, Star, type LucideIcon } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import { useState, type KeyboardEvent, type PointerEvent, type RefObject } from "react";
import { Icon } from "../../ui/display/icon.tsx";
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
  const last = count - 1;
  return (
    <Radix.Root open={isOpen} onOpenChange={setOpen} modal={false}>
      <Radix.Trigger asChild>
        <button
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
          onCloseAutoFocus={keepNewFocus}
        >
          <Item icon={ArrowUp} words="Move up" disabled={place === 0} onSelect={() => onPlace(place - 1)} />
          <Item icon={ArrowDown} words="Move down" disabled={place === last} onSelect={() => onPlace(place + 1)} />
          <Item icon={Star} words="Make main" disabled={place === 0} onSelect={() => onPlace(0)} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * Radix focuses the handle a moment after its menu has closed. The user may have opened the menu of another handle before, and that menu
 * closes when it loses the focus.
 */
function keepNewFocus(event: Event) {
  const { activeElement } = document;
  if (activeElement && activeElement !== document.body) event.preventDefault();
}

function Item(props: { icon: LucideIcon; words: string; disabled: boolean; onSelect: () => void }) {
  const { icon, words, disabled, onSelect } = props;
  return (
    <Radix.Item className={styles.item} disabled={disabled} onSelect={onSelect}>
      <Icon of={icon} />
      {words}
    </Radix.Item>
  );
}
