// Compares the specification's entities with the schemas: no field is missing; the product may add some.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { listingInput } from "../../shared/domain/aircraft.ts";
import { locations } from "../../shared/domain/locations.ts";
import { review } from "../../shared/domain/reviews.ts";
import { entities } from "../../shared/entities.ts";

const profile = "id email name userType avatarUrl bio memberSince rating reviewCount responseTime verified";
const flags = "isAdmin isActive isEmailVerified";
/** Columns of a user that never leave the server. */
const secrets = "password verificationCode verificationCodeExpiry passwordResetToken passwordResetExpiry";

const specified = [
  ["a user", entities.me.schema, `${profile} ${flags}`],
  [
    "an aircraft",
    entities.aircraft.schema,
    "id ownerId name model make type year location hourlyRate minHours seats cruiseSpeed range fuelCapacity maxWeight" +
      " description imageUrl images verified rating reviewCount features isActive",
  ],
  ["a booking", entities.bookings.schema, "id aircraftId pilotId startDate hours status totalPrice createdAt"],
  ["a message", entities.messages.schema, "id senderId receiverId aircraftId content createdAt read"],
  ["a review", review.schema, "id aircraftId userId targetType targetId rating comment createdAt"],
  ["a favorite", entities.favorites.schema, "id userId aircraftId createdAt"],
] as const;

describe("entities", () => {
  it.each(specified)("[S157] %s is stored with every field of the entity", (_, schema, fields) => {
    expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(fields.split(" ")));
  });

  it("[S158] a user has the secrets of the entity, and only the database knows them", () => {
    const migration = readFileSync(
      new URL("../../sync-server/db/migrations/0001-foundation.ts", import.meta.url),
      "utf8",
    );
    for (const name of secrets.split(" ")) {
      expect(migration).toMatch(new RegExp(`^ +"?${name}"? text|^ +"${name}" timestamptz`, "m"));
      expect(Object.keys(entities.me.schema.shape)).not.toContain(name);
    }
  });
});

describe("a new listing", () => {
  it("[S176] starts from the defaults", () => {
    const required = { name: "Skyhawk", make: "Cessna", model: "172S", location: "Denver CO" };
    expect(listingInput.parse(required)).toEqual({
      ...required,
      airport: null,
      type: "single-engine",
      year: String(new Date().getFullYear()),
      hourlyRate: 150,
      minHours: 2,
      seats: 4,
      cruiseSpeed: 120,
      range: 400,
      fuelCapacity: "50 gal",
      maxWeight: "2,500 lbs",
      imageUrl: "/illustrations/default-aircraft.svg",
      description: null,
      images: [],
      features: [],
      terms: null,
      requirements: null,
      accessNotes: null,
    });
  });
});

describe("locations", () => {
  it("[S179] there are eleven locations", () => {
    expect(locations).toEqual([
      ...["Atlanta GA", "Austin TX", "Chicago IL", "Dallas TX", "Denver CO", "Los Angeles CA", "Miami FL"],
      ...["Phoenix AZ", "San Diego CA", "San Francisco CA", "Seattle WA"],
    ]);
  });
});
