import {
  checkoutPeople,
  fuelRates,
  insurers,
  squawkReports,
  timeMeters,
  weatherLimits,
} from "../../../shared/domain/terms/rental-terms.ts";
import { termChoices } from "../../../shared/domain/terms/rental-terms-rules.ts";
import { Select } from "../../ui/form/select.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { isAsked, type TermField, type TermValues } from "./term-values.ts";
import styles from "./term-fields.module.css";

type TermFieldsProps = {
  values: TermValues;
  problems: Readonly<Partial<Record<TermField | "terms", string>>>;
  onChange: (values: TermValues) => void;
};

const choices = {
  fuel: fuelRates,
  timeCounted: timeMeters,
  checkoutWith: checkoutPeople,
  insurance: insurers,
  weather: weatherLimits,
  squawks: squawkReports,
} as const;

/** The rental terms of a listing. Each may stay empty. */
export function TermFields({ values, problems, onChange }: TermFieldsProps) {
  const change = (name: TermField) => (value: string) => onChange({ ...values, [name]: value });
  const choice = (name: keyof typeof choices, label: string) => (
    <Select
      label={label}
      name={name}
      value={values[name] ?? ""}
      options={[
        { value: "", label: "Not stated" },
        ...choices[name].map((value: string) => ({ value, label: termChoices[name]?.[value] ?? value })),
      ]}
      error={problems[name]}
      onChange={change(name)}
    />
  );
  const amount = (name: TermField, label: string, unit: string) => (
    <TextField
      label={label}
      name={name}
      unit={unit}
      inputMode="decimal"
      autoComplete="off"
      value={values[name] ?? ""}
      error={problems[name]}
      onChange={change(name)}
    />
  );
  return (
    <fieldset className={styles.terms}>
      <legend>Rental terms</legend>
      <p className={styles.hint}>Leave empty what you do not state. A booking keeps the terms of its request.</p>
      {problems.terms && (
        <p role="alert" className={styles.problem}>
          {problems.terms}
        </p>
      )}
      <div className={styles.fields}>
        {choice("fuel", "Fuel")}
        {isAsked("fuelRepaidCents", values) && amount("fuelRepaidCents", "Fuel bought away, at most", "$ / gal")}
        {choice("timeCounted", "Time counted")}
        {amount("dailyMinHours", "Daily minimum", "hours")}
        {amount("deposit", "Deposit", "$")}
        {amount("checkoutTenths", "Checkout flight", "hours")}
        {isAsked("checkoutWith", values) && choice("checkoutWith", "Checkout with")}
        {choice("insurance", "Insurance")}
        {isAsked("deductible", values) && amount("deductible", "Deductible", "$")}
        {choice("weather", "Weather")}
        {choice("squawks", "Squawks")}
      </div>
    </fieldset>
  );
}
