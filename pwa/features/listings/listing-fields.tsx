import type { ReactNode } from "react";
import { aircraftTypes, typeLabel, type AircraftType } from "../../../shared/domain/aircraft-rules.ts";
import type { HomeAirport } from "../../../shared/domain/airfields/home-airport.ts";
import { locations } from "../../../shared/domain/locations.ts";
import { Select } from "../../ui/form/select.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import type { ListingField, ListingProblems, ListingValues } from "./listing-values.ts";
import { RequirementFields } from "./requirement-fields.tsx";
import { TermFields } from "./term-fields.tsx";
import styles from "./listing-dialog.module.css";

export type AirportProps = {
  location: string;
  /** Null for the main airport of the location. */
  airport: HomeAirport | null;
  onChange: (airport: HomeAirport | null) => void;
  error: string | undefined;
  className: string | undefined;
};

type ListingFieldsProps = {
  /** Renders the field of the home airport. */
  airport: (props: AirportProps) => ReactNode;
  /** The listing is the user's own: only its owner has its access notes. */
  isOwn: boolean;
  values: ListingValues;
  problems: ListingProblems;
  onChange: <Field extends ListingField>(field: Field, value: ListingValues[Field]) => void;
};

const types = aircraftTypes.map((value) => ({ value, label: typeLabel(value) }));
const places = locations.map((value) => ({ value, label: value }));

type TextName = Exclude<
  ListingField,
  "type" | "location" | "airport" | "description" | "features" | "images" | "terms" | "requirements" | "accessNotes"
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
export function ListingFields({ airport, isOwn, values, problems, onChange }: ListingFieldsProps) {
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
        {airport({
          className: styles.name,
          location: values.location,
          airport: values.airport ?? null,
          error: problems.airport,
          onChange: (chosen) => onChange("airport", chosen),
        })}
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
        {isOwn && (
          <TextArea
            label="Access notes"
            name="accessNotes"
            hint="Gate code, key, parking. Private: only you and pilots with an accepted booking see them, until it ends."
            className={styles.whole}
            value={values.accessNotes ?? ""}
            error={problems.accessNotes}
            onChange={(value) => onChange("accessNotes", value)}
          />
        )}
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
