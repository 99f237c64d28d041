import { Plus, Trash2 } from "../../../ui/icons/icons.ts";
import { useRef } from "react";
import { Button } from "../../../ui/actions/button.tsx";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { Icon } from "../../../ui/display/icon.tsx";
import { TextField } from "../../../ui/form/text-field.tsx";
import { useFocusAfterRemoval } from "../../../ui/hooks/use-focus-after-removal.ts";
import type { PaperProblems, PaperValues } from "./paper-values.ts";
import styles from "./paper-dialog.module.css";

type TypeFieldsProps = {
  types: PaperValues["types"];
  problems: PaperProblems;
  onChange: (types: PaperValues["types"]) => void;
};

const MOST_TYPES = 40;

/** Hours by type: one row each. */
export function TypeFields({ types, problems, onChange }: TypeFieldsProps) {
  const list = useRef<HTMLDivElement>(null);
  const focusAfterRemoval = useFocusAfterRemoval(list, { buttons: "button", count: types.length });
  const change = (place: number, field: "type" | "hours", value: string) =>
    onChange(types.map((one, index) => (index === place ? { ...one, [field]: value } : one)));
  return (
    <div role="group" aria-label="Hours by type" ref={list} className={styles.types} {...focusAfterRemoval}>
      {types.map(({ type, hours }, place) => (
        // The rows have no names of their own.
        <div key={place} className={styles.type}>
          <TextField
            label="Type"
            name={`type-${place}`}
            placeholder="C172"
            autoComplete="off"
            autoCapitalize="characters"
            value={type}
            error={problems[`types.${place}.type`]}
            onChange={(value) => change(place, "type", value)}
          />
          <TextField
            label="Time in type"
            name={`hours-${place}`}
            unit="hours"
            inputMode="decimal"
            autoComplete="off"
            value={hours}
            error={problems[`types.${place}.hours`]}
            onChange={(value) => change(place, "hours", value)}
          />
          <IconButton
            icon={Trash2}
            label={`Remove ${type.trim() || "this type"}`}
            className={styles.remove}
            onClick={() => onChange(types.filter((_, index) => index !== place))}
          />
        </div>
      ))}
      {types.length < MOST_TYPES && (
        <Button size="sm" onClick={() => onChange([...types, { type: "", hours: "" }])}>
          <Icon of={Plus} size="s" />
          Add a type
        </Button>
      )}
    </div>
  );
}
