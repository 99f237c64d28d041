import { describe, expect, it } from "vitest";
import type { Aircraft } from "../../../shared/domain/aircraft.ts";
import { DEFAULT_PICTURE } from "../../../shared/domain/aircraft-rules.ts";
import { listingPictures } from "../../../shared/domain/pictures/listing-pictures.ts";
import { isSameListing, newListing, readListing, valuesOf } from "./listing-values.ts";

const typed = { ...newListing(2026), name: "Archer", make: "Piper", model: "PA-28", location: "Phoenix AZ" };

describe("a listing's form", () => {
  it("starts with the listing defaults and the current year", () => {
    expect(newListing(2026)).toEqual({
      name: "",
      make: "",
      model: "",
      type: "single-engine",
      year: "2026",
      location: "",
      airport: null,
      hourlyRate: "150",
      minHours: "2",
      seats: "4",
      cruiseSpeed: "120",
      range: "400",
      fuelCapacity: "50 gal",
      maxWeight: "2,500 lbs",
      description: "",
      features: "",
      images: [],
      terms: {},
      requirements: {},
      accessNotes: "",
    });
  });

  it("converts the input to numbers", () => {
    const { form } = readListing({ ...typed, hourlyRate: " 165 ", range: "1,200" });
    expect(form).toMatchObject({ hourlyRate: 165, range: 1200, seats: 4 });
  });

  it.each([
    ["hourlyRate", "Hourly rate must be at least $1"],
    ["seats", "Must have at least 1 seat"],
    ["cruiseSpeed", "Cruise speed required"],
    ["range", "Range required"],
    ["minHours", "Minimum hours required"],
  ] as const)("requires at least one for %s: %s", (field, words) => {
    for (const value of ["0", "", "-3"]) {
      expect(readListing({ ...typed, [field]: value }).problems).toEqual({ [field]: words });
    }
    expect(readListing({ ...typed, [field]: "one" }).problems).toEqual({ [field]: "Enter a whole number" });
  });

  it("requires a name, a make, a model and one of the offered locations", () => {
    expect(readListing(newListing(2026)).problems).toEqual({
      name: "This field is required",
      make: "This field is required",
      model: "This field is required",
      location: "Choose one of the listed locations",
    });
  });

  it("splits features at commas, trims them and drops empty ones", () => {
    expect(readListing({ ...typed, features: " GTN 650, , ADS-B ," }).form?.features).toEqual(["GTN 650", "ADS-B"]);
  });

  it("treats an empty description as none", () => {
    expect(readListing({ ...typed, description: " \n" }).form?.description).toBeNull();
  });

  it("[S555] has the photos that the page shows, and no drawing", () => {
    const { form } = readListing(typed);
    const plane = { ...form!, imageUrl: DEFAULT_PICTURE } as Aircraft;
    for (const [images, imageUrl, count] of [
      [[], DEFAULT_PICTURE, 0],
      [[], "/illustrations/cessna-310r.svg", 0],
      [[], "/objects/main", 1],
      [["/objects/a", "/objects/b"], "/objects/a", 2],
    ] as const) {
      const listing = { ...plane, images: [...images], imageUrl };
      const { areDrawings, addresses } = listingPictures(listing);
      expect(valuesOf(listing).images).toEqual(areDrawings ? [] : addresses);
      expect(valuesOf(listing).images).toHaveLength(count);
    }
  });

  it("shows a listing as a user would type it", () => {
    const { form } = readListing({ ...typed, features: "A, B", images: ["/objects/1"] });
    expect(isSameListing(valuesOf(form!), { ...typed, features: "A, B", images: ["/objects/1"] })).toBe(true);
    expect(isSameListing(typed, { ...typed, images: ["/objects/1"] })).toBe(false);
  });
});
