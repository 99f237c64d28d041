import { expect, test } from "vitest";
import { airfieldName, placeName } from "./names.ts";

test("names are written as people write them, with contractions in full", () => {
  const names = {
    "MONTGOMERY-GIBBS EXEC": "Montgomery-Gibbs Executive",
    "CHICAGO O'HARE INTL": "Chicago O'Hare International",
    "BOEING FLD/KING COUNTY INTL": "Boeing Field/King County International",
    "MC GRATH": "McGrath",
    "MCCALL MUNI": "McCall Municipal",
    "ST MARY'S HOSPITAL": "St Mary's Hospital",
    "MIRAMAR MCAS (JOE FOSS FLD)": "Miramar MCAS (Joe Foss Field)",
    "CHILDREN'S HOSPITAL OF THE KING'S DAUGHTERS": "Children's Hospital of the King's Daughters",
    "HICKAM AFB NR 2": "Hickam AFB Nr 2",
    KGTV: "KGTV",
    "THE LANDING": "The Landing",
    "42ND STREET": "42nd Street",
    "J & B  RANCH": "J & B Ranch",
  };
  for (const [published, written] of Object.entries(names)) expect(airfieldName(published)).toBe(written);
});

test("places keep short words that are contractions in names", () => {
  expect(placeName("CHICAGO/PROSPECT HEIGHTS/WHEELING")).toBe("Chicago/Prospect Heights/Wheeling");
  expect(placeName("FLD")).toBe("FLD");
  expect(placeName("WINSTON SALEM")).toBe("Winston Salem");
});
