// The words of requirements, free of zod: pages load this file.
import { counted } from "../../kit/counted.ts";
import { dollars } from "../../kit/money.ts";
import { RECENT_DAYS, ratings, type HeldCertificate, type Medical, type Rating } from "./choices.ts";
import type { Requirements } from "./requirements.ts";

export const certificateWords: Readonly<Record<HeldCertificate, string>> = {
  student: "Student",
  sport: "Sport",
  recreational: "Recreational",
  private: "Private",
  commercial: "Commercial",
  atp: "Airline transport",
};

export const ratingWords: Readonly<Record<Rating, string>> = {
  instrument: "Instrument rating",
  "multi-engine": "Multi-engine rating",
  complex: "Complex endorsement",
  "high-performance": "High performance endorsement",
  tailwheel: "Tailwheel endorsement",
  "high-altitude": "High altitude endorsement",
  seaplane: "Seaplane rating",
};

export const medicalWords: Readonly<Record<Medical, string>> = {
  basicmed: "BasicMed",
  third: "Third class",
  second: "Second class",
  first: "First class",
};

/**
 * One minimum. The key contains the value that is asked, so a changed minimum has another key. An outcome for the earlier one does not
 * count for it.
 */
export type Minimum = { key: string; asks: string };

/** The stated minima in the order of the page. */
export function minimaOf(stated: Requirements | null | undefined): Minimum[] {
  if (!stated) return [];
  const { certificate, totalHours, typeHours, typeName, landings, reviewMonths, medical, insuranceHull } = stated;
  const minima: (Minimum | false | undefined)[] = [
    certificate && { key: `certificate:${certificate}`, asks: `${certificateWords[certificate]} pilot certificate` },
    ...ratings
      .filter((rating) => stated.ratings?.includes(rating))
      .map((rating) => ({ key: `rating:${rating}`, asks: ratingWords[rating] })),
    totalHours !== undefined && { key: `totalHours:${totalHours}`, asks: `${counted(totalHours, "hour")} total` },
    typeHours !== undefined &&
      typeName !== undefined && {
        key: `typeHours:${typeName}:${typeHours}`,
        asks: `${counted(typeHours, "hour")} in ${typeName}`,
      },
    landings !== undefined && {
      key: `landings:${landings}`,
      asks: `${counted(landings, "landing")} in ${RECENT_DAYS} days`,
    },
    reviewMonths !== undefined && { key: `review:${reviewMonths}`, asks: `Flight review, ${reviewMonths} months` },
    medical && {
      key: `medical:${medical}`,
      asks: medical === "basicmed" ? "BasicMed or a medical" : `${medicalWords[medical]} medical`,
    },
    insuranceHull !== undefined && {
      key: `insurance:${insuranceHull}`,
      asks: insuranceHull === 0 ? "Renter insurance" : `Renter insurance, ${dollars(insuranceHull)} hull`,
    },
  ];
  return minima.filter((minimum) => !!minimum);
}

export const minimaKeys = (stated: Requirements | null | undefined) => minimaOf(stated).map(({ key }) => key);

/** Everything that is asked, as one text. */
export function requirementsText(stated: Requirements | null): string {
  const minima = minimaOf(stated);
  return minima.length === 0 ? "None" : minima.map(({ asks }) => asks).join("; ");
}
