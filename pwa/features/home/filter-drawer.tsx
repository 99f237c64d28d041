// The filters of a phone, in a sheet from the left. Loaded when it is first asked for.
import { Button } from "../../ui/actions/button.tsx";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { FilterPanel, type Filters } from "./filter-panel.tsx";
import type { ComponentProps } from "react";
import styles from "./filter-drawer.module.css";

export interface FilterDrawerProps extends ComponentProps<typeof FilterPanel> {
  open: boolean;
  onClose: () => void;
  onClear: () => void;
  /** What the list holds with the filters as they are; null while that is not known. */
  count: number | null;
  filters: Filters;
}

export function FilterDrawer({ open, onClose, onClear, count, ...panel }: FilterDrawerProps) {
  const foot = (
    <>
      <Button variant="quiet" onClick={onClear}>
        Clear
      </Button>
      <Button variant="primary" className={styles.show} onClick={onClose}>
        {count === null ? "Show aircraft" : `Show ${count.toLocaleString("en-US")} aircraft`}
      </Button>
    </>
  );
  return (
    <Sheet open={open} onClose={onClose} title="Filters" side="left" foot={foot}>
      <FilterPanel {...panel} />
    </Sheet>
  );
}
