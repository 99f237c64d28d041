import { useEffect, useRef, useState } from "react";
import { grouped } from "../../../shared/kit/counted.ts";
import {
  aircraftTypes,
  defaultPriceRange,
  PRICE_STEP,
  SEAT_CHOICES,
  sliderBounds,
  typeLabel,
  type AircraftType,
} from "../../../shared/domain/aircraft-rules.ts";
import { dollars } from "../../../shared/kit/money.ts";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { RangeSlider, type Range } from "../../ui/form/range-slider.tsx";
import { SegmentedControl } from "../../ui/form/segmented-control.tsx";
import { pricesOf, type HomeQuery } from "./home-query.ts";
import { capitalize } from "./search-form.tsx";
import styles from "./filter-panel.module.css";

/** Delay from the last slider step until a price is applied, in milliseconds. */
const APPLY_DELAY_MS = 300;
const PAGE_STEP = 100;

export type Filters = Pick<HomeQuery, "types" | "minPrice" | "maxPrice" | "seats">;

type FilterPanelProps = {
  filters: Filters;
  /** Receives only the changed filters. */
  onChange: (changes: Partial<Filters>) => void;
  /** Null while unknown; the types then show no count. */
  typeCounts: Record<AircraftType, number> | null;
  /** Null while unknown; the slider then has its default bounds and shows no price. */
  priceRange: Range | null;
};

const seatOptions = SEAT_CHOICES.map((seats) => ({
  value: seats,
  label: seats === Math.max(...SEAT_CHOICES) ? `${seats}+` : String(seats),
}));

/** Types, price and seats; each change is applied at once, without a submit button. */
export function FilterPanel({ filters, onChange, typeCounts, priceRange }: FilterPanelProps) {
  const { types, seats } = filters;
  const toggle = (type: AircraftType, isOn: boolean) =>
    onChange({ types: aircraftTypes.filter((one) => (one === type ? isOn : types.includes(one))) });
  return (
    <>
      <fieldset className={styles.group}>
        <legend>Aircraft type</legend>
        {aircraftTypes.map((type) => (
          <Checkbox
            key={type}
            checked={types.includes(type)}
            onChange={(isOn) => toggle(type, isOn)}
            end={
              typeCounts && (
                <>
                  {grouped(typeCounts[type])}
                  <span className="vh"> aircraft</span>
                </>
              )
            }
          >
            {capitalize(typeLabel(type))}
          </Checkbox>
        ))}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Price per hour</legend>
        <PriceFilter
          filters={filters}
          onChange={onChange}
          bounds={sliderBounds(priceRange ?? defaultPriceRange)}
          isKnown={priceRange !== null}
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Seats</legend>
        <SegmentedControl
          label="Seats, at least"
          options={seatOptions}
          value={seatOptions.find((option) => option.value === seats)?.value ?? null}
          onChange={(chosen) => onChange({ seats: chosen ?? undefined })}
        />
      </fieldset>
    </>
  );
}

type PriceFilterProps = {
  bounds: Range;
  isKnown: boolean;
} & Pick<FilterPanelProps, "filters" | "onChange">;

function PriceFilter({ filters: { minPrice, maxPrice }, onChange, bounds, isKnown }: PriceFilterProps) {
  // Thumb positions not applied yet; null when there are none.
  const [ahead, setAhead] = useState<Range | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const within = (price: number) => Math.min(Math.max(price, bounds.min), bounds.max);
  const applied = { min: within(minPrice ?? bounds.min), max: within(maxPrice ?? bounds.max) };

  const move = (chosen: Range) => {
    setAhead(chosen);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      onChange(pricesOf(chosen, bounds));
      setAhead(null);
    }, APPLY_DELAY_MS);
  };

  return (
    <RangeSlider
      labels={{ min: "Lowest price per hour", max: "Highest price per hour" }}
      bounds={bounds}
      step={PRICE_STEP}
      page={PAGE_STEP}
      value={ahead ?? applied}
      onChange={move}
      // Shows no price for a bound that may not be a real price of the listings.
      format={(price) => {
        const isChosen = ahead !== null || price === minPrice || price === maxPrice;
        return isKnown || isChosen ? dollars(price) : price === bounds.min ? "Lowest" : "Highest";
      }}
    />
  );
}
