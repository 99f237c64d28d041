import { aircraftTypes, typeLabel, type AircraftType } from "../../../shared/domain/aircraft-rules.ts";
import { locations } from "../../../shared/domain/locations.ts";
import { Select } from "../../ui/form/select.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { AirportField } from "./airport-field.tsx";
import type { ListingField, ListingProblems, ListingValues } from "./listing-values.ts";
import { RequirementFields } from "./requirement-fields.tsx";
import { TermFields } from "./term-fields.tsx";
import styles from "./listing-dialog.module.css";

type ListingFieldsProps = {
  values: ListingValues;
  problems: ListingProblems;
  onChange: <Field extends ListingField>(field: Field, value: ListingValues[Field]) => void;
};

const types = aircraftTypes.map((value) => ({ value, label: typeLabel(value) }));
const places = locations.map((value) => ({ value, label: value }));

type TextName = Exclude<
  ListingField,
  "type" | "location" | "airport" | "description" | "features" | "images" | "terms" | "requirements"
>;

/** Label, width on a desktop in twelfths, and unit inside at the right. */
const texts: Readonly<Record<TextName, { label: string; wide: string; unit?: string; isNumber?: boolean }>> = {
  name: { label: "Name", wide: "name" },
  make: { label: "Make", wide: "quarter" },
  model: { label: "Model", wide: "quarter" },
  year: { label: "Year", wide: "year", isNumber: true },
  hourlyRate: { label: "Hourly rate", wide: "third", unit: "$ / hour", isNumber: true },
  minHours: { label: "Minimum hours", wide: "third", unit: "hours", isNumber: true },
  seats: { label: "Seats", wide: "third", isNumber: true },
  cruiseSpeed: { label: "Cruise speed", wide: "quarter", unit: "kts", isNumber: true },
  range: { label: "Range", wide: "quarter", unit: "nm", isNumber: true },
  fuelCapacity: { label: "Fuel capacity", wide: "quarter" },
  maxWeight: { label: "Max weight", wide: "last" },
};

/** All fields of a listing except its pictures. */
export function ListingFields({ values, problems, onChange }: ListingFieldsProps) {
  const text = (name: TextName) => {
    const { label, wide, unit, isNumber } = texts[name];
    return (
      <TextField
        label={label}
        name={name}
        unit={unit}
        inputMode={isNumber ? "numeric" : undefined}
        autoComplete="off"
        className={styles[wide]}
        value={values[name]}
        error={problems[name]}
        onChange={(value) => onChange(name, value)}
        {...(name === "name" ? { "data-autofocus": "" } : {})}
      />
    );
  };
  return (
    <>
      <div className={styles.fields}>
        {text("name")}
        {text("make")}
        {text("model")}
        <Select<AircraftType>
          label="Type"
          name="type"
          className={styles.third}
          value={values.type}
          options={types}
          error={problems.type}
          onChange={(value) => onChange("type", value)}
        />
        {text("year")}
        <Select
          label="Location"
          name="location"
          className={styles.name}
          value={values.location}
          options={values.location ? places : [{ value: "", label: "Choose a location" }, ...places]}
          error={problems.location}
          onChange={(value) => onChange("location", value)}
        />
        <AirportField
          className={styles.name}
          location={values.location}
          airport={values.airport ?? null}
          error={problems.airport}
          onChange={(airport) => onChange("airport", airport)}
        />
        {text("hourlyRate")}
        {text("minHours")}
        {text("seats")}
        {text("cruiseSpeed")}
        {text("range")}
        {text("fuelCapacity")}
        {text("maxWeight")}
        <TextArea
          label="Description"
          name="description"
          className={styles.whole}
          value={values.description}
          error={problems.description}
          onChange={(value) => onChange("description", value)}
        />
        <TextField
          label="Features"
          name="features"
          hint="Separate them with commas."
          autoComplete="off"
          className={styles.whole}
          value={values.features}
          error={problems.features}
          onChange={(value) => onChange("features", value)}
        />
      </div>
      <TermFields values={values.terms ?? {}} problems={problems} onChange={(terms) => onChange("terms", terms)} />
      <RequirementFields
        values={values.requirements ?? {}}
        problems={problems}
        onChange={(requirements) => onChange("requirements", requirements)}
      />
    </>
  );
}
