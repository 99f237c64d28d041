// At each edge of the map: how many aircraft are beyond it. A press shows them.
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from "../../../ui/icons/icons.ts";
import { grouped } from "../../../../shared/kit/counted.ts";
import { Icon } from "../../../ui/display/icon.tsx";
import { classNames } from "../../../ui/styles/class-names.ts";
import type { Mark, Side } from "./marks/marks.ts";
import styles from "./edge-pills.module.css";

const sides = { north: ArrowUp, east: ArrowRight, south: ArrowDown, west: ArrowLeft } as const;
const names: readonly Side[] = ["north", "east", "south", "west"];

type EdgePillsProps = {
  beyond: Record<Side, readonly Mark[]>;
  onShow: (side: Side) => void;
};

export function EdgePills({ beyond, onShow }: EdgePillsProps) {
  return names.map((side) => {
    const aircraft = beyond[side].reduce((count, mark) => count + mark.aircraft, 0);
    return (
      aircraft > 0 && (
        <button key={side} type="button" className={classNames(styles.pill, styles[side])} onClick={() => onShow(side)}>
          <Icon of={sides[side]} size="s" />
          {grouped(aircraft)} farther {side}
        </button>
      )
    );
  });
}
