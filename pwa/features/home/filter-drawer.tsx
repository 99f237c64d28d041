// The phone's filters in a sheet from the left. Loaded on first opening.
import { grouped } from "../../../shared/kit/counted.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { FilterPanel, type Filters } from "./filter-panel.tsx";
import type { ComponentProps } from "react";
import styles from "./filter-drawer.module.css";

export type FilterDrawerProps = {
  open: boolean;
  onClose: () => void;
  onClear: () => void;
  /** Number of aircraft with the current filters; null while unknown. */
  count: number | null;
  filters: Filters;
} & ComponentProps<typeof FilterPanel>;

export function FilterDrawer({ open, onClose, onClear, count, ...panel }: FilterDrawerProps) {
  const foot = (
    <>
      <Button variant="quiet" onClick={onClear}>
        Clear
      </Button>
      <Button variant="primary" className={styles.show} onClick={onClose}>
        {count === null ? "Show aircraft" : `Show ${grouped(count)} aircraft`}
      </Button>
    </>
  );
  return (
    <Sheet open={open} onClose={onClose} title="Filters" side="left" foot={foot}>
      <FilterPanel {...panel} />
    </Sheet>
  );
}
