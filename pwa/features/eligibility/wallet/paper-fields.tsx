import { heldCertificates, medicals, ratings, type PaperName } from "../../../../shared/domain/eligibility/choices.ts";
import {
  certificateWords,
  medicalWords,
  ratingWords,
} from "../../../../shared/domain/eligibility/requirements-rules.ts";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { TextField } from "../../../ui/form/text-field.tsx";
import type { PaperProblems, PaperValues } from "./paper-values.ts";
import { TypeFields } from "./type-fields.tsx";
import styles from "./paper-dialog.module.css";

type PaperFieldsProps = {
  name: PaperName;
  values: PaperValues;
  problems: PaperProblems;
  onChange: (values: PaperValues) => void;
};

const levels = heldCertificates.map((value) => ({ value: value, label: certificateWords[value] }));
const classes = medicals.map((value) => ({ value: value, label: medicalWords[value] }));

/** The fields of one paper. */
export function PaperFields({ name, values, problems, onChange }: PaperFieldsProps) {
  const { texts } = values;
  const change = (field: string) => (value: string) => onChange({ ...values, texts: { ...texts, [field]: value } });
  const text = (field: string, label: string, more: { unit?: string; hint?: string; type?: "date" } = {}) => (
    <TextField
      label={label}
      name={field}
      autoComplete="off"
      inputMode={more.unit ? "decimal" : undefined}
      value={texts[field] ?? ""}
      error={problems[field]}
      onChange={change(field)}
      {...more}
    />
  );
  const choice = (field: string, label: string, options: readonly { value: string; label: string }[]) => (
    <Select
      label={label}
      name={field}
      value={texts[field] ?? ""}
      options={texts[field] ? options : [{ value: "", label: "Choose" }, ...options]}
      error={problems[field]}
      onChange={change(field)}
    />
  );
  switch (name) {
    case "certificate":
      return (
        <>
          {choice("level", "Certificate", levels)}
          {text("classes", "Category and class", { hint: "As on the certificate, such as ASEL." })}
          {text("number", "Number")}
        </>
      );
    case "ratings":
      return (
        <div role="group" aria-label="Ratings and endorsements">
          {problems["ratings"] && (
            <p role="alert" className={styles.problem}>
              {problems["ratings"]}
            </p>
          )}
          {ratings.map((rating) => (
            <Checkbox
              key={rating}
              checked={values.ratings.includes(rating)}
              onChange={(isTicked) =>
                onChange({
                  ...values,
                  ratings: ratings.filter((one) => (one === rating ? isTicked : values.ratings.includes(one))),
                })
              }
            >
              {ratingWords[rating]}
            </Checkbox>
          ))}
        </div>
      );
    case "medical":
      return (
        <>
          {choice("class", "Class", classes)}
          {text("until", "Counts to", { type: "date", hint: "The last day, as for the flights you plan." })}
        </>
      );
    case "review":
      return text("on", "Flown on", { type: "date" });
    case "insurance":
      return (
        <>
          {text("insurer", "Insurer")}
          {text("hull", "Hull coverage", { unit: "$", hint: "0 for liability alone." })}
          {text("until", "Counts to", { type: "date" })}
        </>
      );
    case "hours":
      return (
        <>
          <div className={styles.pair}>
            {text("total", "Total time", { unit: "hours" })}
            {text("pic", "As PIC", { unit: "hours" })}
            {text("recent", "Last 90 days", { unit: "hours" })}
            {text("landings", "Landings, 90 days")}
          </div>
          <TypeFields types={values.types} problems={problems} onChange={(types) => onChange({ ...values, types })} />
        </>
      );
  }
}
