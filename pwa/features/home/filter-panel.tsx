import { useEffect, useRef, useState } from "react";
import {
  aircraftTypes,
  DEFAULT_PRICE_RANGE,
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
import { capitalised } from "./search-form.tsx";
import styles from "./filter-panel.module.css";

/** Prices take effect this long after the last step, in milliseconds. */
const APPLY_DELAY = 300;
const PAGE_STEP = 100;

export type Filters = Pick<HomeQuery, "types" | "minPrice" | "maxPrice" | "seats">;

interface FilterPanelProps {
  filters: Filters;
  /** Gets only what changes. */
  onChange: (changes: Partial<Filters>) => void;
  /** Null while they are not known: then no type says a number. */
  typeCounts: Record<AircraftType, number> | null;
  /** Null while it is not known: then the slider has its default bounds and states no price. */
  priceRange: Range | null;
}

const seatOptions = SEAT_CHOICES.map((seats) => ({
  value: seats,
  label: seats === Math.max(...SEAT_CHOICES) ? `${seats}+` : String(seats),
}));

/** Types, price and seats; each takes effect by itself. */
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
                  {typeCounts[type].toLocaleString("en-US")}
                  <span className="vh"> aircraft</span>
                </>
              )
            }
          >
            {capitalised(typeLabel(type))}
          </Checkbox>
        ))}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Price per hour</legend>
        <PriceFilter
          filters={filters}
          onChange={onChange}
          bounds={sliderBounds(priceRange ?? DEFAULT_PRICE_RANGE)}
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

interface PriceFilterProps extends Pick<FilterPanelProps, "filters" | "onChange"> {
  bounds: Range;
  isKnown: boolean;
}

function PriceFilter({ filters: { minPrice, maxPrice }, onChange, bounds, isKnown }: PriceFilterProps) {
  // What the thumbs show ahead of what is applied; null while both agree.
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
    }, APPLY_DELAY);
  };

  return (
    <RangeSlider
      labels={{ min: "Lowest price per hour", max: "Highest price per hour" }}
      bounds={bounds}
      step={PRICE_STEP}
      page={PAGE_STEP}
      value={ahead ?? applied}
      onChange={move}
      // A bound of which nobody knows whether it is the market's is not stated.
      format={(price) => {
        const isChosen = ahead !== null || price === minPrice || price === maxPrice;
        return isKnown || isChosen ? dollars(price) : price === bounds.min ? "Lowest" : "Highest";
      }}
    />
  );
}
