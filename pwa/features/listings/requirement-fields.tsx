import { useId } from "react";
import {
  certificates,
  medicals,
  ratings,
  REVIEW_MONTHS,
  type Rating,
} from "../../../shared/domain/eligibility/choices.ts";
import { certificateWords, medicalWords, ratingWords } from "../../../shared/domain/eligibility/requirements-rules.ts";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Select } from "../../ui/form/select.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import type { RequirementField, RequirementValues, TextRequirement } from "./requirement-values.ts";
import styles from "./term-fields.module.css";

type RequirementFieldsProps = {
  values: RequirementValues;
  problems: Readonly<Partial<Record<RequirementField | "requirements", string>>>;
  onChange: (values: RequirementValues) => void;
};

const choices = {
  certificate: certificates.map((value) => ({ value, label: certificateWords[value] })),
  reviewMonths: REVIEW_MONTHS.map((months) => ({ value: String(months), label: `In the last ${months} months` })),
  medical: medicals.map((value) => ({ value, label: value === "basicmed" ? "BasicMed or more" : medicalWords[value] })),
} as const;

/** The minima that a listing asks of pilots. Each may stay empty. */
export function RequirementFields({ values, problems, onChange }: RequirementFieldsProps) {
  const ratingsId = useId();
  const change = (name: TextRequirement) => (value: string) => onChange({ ...values, [name]: value });
  const choice = (name: keyof typeof choices, label: string) => (
    <Select
      label={label}
      name={name}
      value={values[name] ?? ""}
      options={[{ value: "", label: "Not asked" }, ...choices[name]]}
      error={problems[name]}
      onChange={change(name)}
    />
  );
  const amount = (name: TextRequirement, label: string, unit?: string) => (
    <TextField
      label={label}
      name={name}
      unit={unit}
      inputMode={name === "typeName" ? undefined : "decimal"}
      autoComplete="off"
      value={values[name] ?? ""}
      error={problems[name]}
      onChange={change(name)}
    />
  );
  const tick = (rating: Rating, isTicked: boolean) => {
    const { ratings: ticked = [], ...others } = values;
    const now = ratings.filter((one) => (one === rating ? isTicked : ticked.includes(one)));
    onChange(now.length === 0 ? others : { ...others, ratings: now });
  };
  return (
    <fieldset className={styles.terms}>
      <legend>Requirements</legend>
      <p className={styles.hint}>
        Leave empty what you do not ask. Pilots below a minimum can still send a request: you decide.
      </p>
      {problems.requirements && (
        <p role="alert" className={styles.problem}>
          {problems.requirements}
        </p>
      )}
      <div className={styles.fields}>
        {choice("certificate", "Certificate")}
        {choice("medical", "Medical")}
        {choice("reviewMonths", "Flight review")}
        {amount("totalHours", "Total time", "hours")}
        {amount("typeHours", "Time in type", "hours")}
        {values.typeHours?.trim() && amount("typeName", "Type, such as C172")}
        {amount("landings", "Landings in 90 days")}
        {amount("insuranceHull", "Renter insurance, hull", "$")}
      </div>
      <div role="group" aria-labelledby={ratingsId} className={styles.ratings}>
        <p id={ratingsId}>Ratings and endorsements</p>
        <div className={styles.fields}>
          {ratings.map((rating) => (
            <Checkbox
              key={rating}
              checked={values.ratings?.includes(rating) ?? false}
              onChange={(isTicked) => tick(rating, isTicked)}
            >
              {ratingWords[rating]}
            </Checkbox>
          ))}
        </div>
      </div>
    </fieldset>
  );
}
