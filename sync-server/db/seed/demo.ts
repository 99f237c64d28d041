// Seeds an empty marketplace once with the demo's users, aircraft, reviews, plans, blocked times and bookings.
import { randomBytes } from "node:crypto";
import { hash } from "@node-rs/argon2";
import type { Knex } from "knex";
import { bucketName, ensureBuckets } from "../buckets.ts";
import { demoAircraft as listedAircraft } from "./demo-aircraft.ts";
import { demoAirports } from "./demo-airports.ts";
import { demoRequirements } from "./demo-requirements.ts";
import { demoTerms } from "./demo-terms.ts";
import { blockedTime, flightAhead, flownBooking, flownFlight } from "./demo-booking.ts";
import { demoId } from "./demo-id.ts";
import { demoPeople } from "./demo-people.ts";
import { inquiriesBefore } from "./demo-replies.ts";
import { demoReviews } from "./demo-reviews.ts";
import { demoBlocks, demoFlights, demoPlans } from "./demo-schedule.ts";

const demoAircraft = listedAircraft.map((plane) => ({ ...plane, airport: demoAirports[plane.name] ?? null }));
type DemoAircraft = (typeof demoAircraft)[number];

const DAY_MS = 86_400_000;
/** The oldest review is 210 days old; every listing is older. */
const NEWEST_LISTING_DAYS = 220;
const DAYS_BETWEEN_LISTINGS = 9;
const DEMO_EPOCH = Date.UTC(2026, 0, 1);

const personId = (email: string) => demoId(`person ${email}`, DEMO_EPOCH);
const planeId = (name: string) => demoId(`aircraft ${name}`, DEMO_EPOCH);

/**
 * Seeds the demo if this database never had it; returns whether it did.
 * Deleted demo records stay deleted. Several processes may call it at once.
 */
export async function seedDemo(db: Knex, now: Date = new Date()): Promise<boolean> {
  if (await db("seeds").where({ name: "demo" }).first()) return false;
  const people = await peopleRows();
  return db.transaction(async (tx) => {
    const [mine] = await tx("seeds").insert({ name: "demo" }).onConflict().ignore().returning("name");
    if (!mine) return false;
    await ensureBuckets(tx);
    await tx("users").insert(people);
    await tx("aircraft").insert(aircraftRows(now));
    await tx("reviews").insert(reviewRows(now));
    await tx("availability_plans").insert(planRows());
    await tx("blocks").insert(blockRows(now));
    for (const { booking, messages } of flightRows(now)) {
      await tx("bookings").insert(booking);
      await tx("messages").insert(messages);
      await tx("inquiries").insert(inquiryAbout(booking, messages));
    }
    await tx("inquiries").insert(inquiryRows(now));
    return true;
  });
}

/** Users without a password get the hash of discarded random bytes, so that they cannot log in. */
async function peopleRows() {
  const nobodys = await hash(randomBytes(32));
  return Promise.all(
    demoPeople.map(async ({ password, ...person }) => ({
      ...person,
      id: personId(person.email),
      password: password === undefined ? nobodys : await hash(password),
      createdAt: new Date(Date.UTC(Number(person.memberSince), 2, 1)),
      verifiedAt: person.verified ? new Date(Date.UTC(Number(person.memberSince), 2, 4, 16)) : null,
    })),
  );
}

function aircraftRows(now: Date) {
  return demoAircraft.map(({ ownerEmail, ...plane }, index) => {
    const createdAt = new Date(now.getTime() - (NEWEST_LISTING_DAYS + index * DAYS_BETWEEN_LISTINGS) * DAY_MS);
    return {
      ...plane,
      terms: demoTerms(plane),
      requirements: demoRequirements(plane),
      id: planeId(plane.name),
      ownerId: personId(ownerEmail),
      bucket: bucketName(plane.location, 1),
      createdAt,
      verifiedAt: plane.verified ? new Date(createdAt.getTime() + 2 * DAY_MS) : null,
    };
  });
}

function reviewRows(now: Date) {
  return demoReviews.map((review, index) => {
    const aircraftId = review.targetType === "aircraft" ? planeId(review.aircraftName) : null;
    const createdAt = new Date(now.getTime() - review.daysAgo * DAY_MS);
    return {
      id: demoId(`review ${index}`, DEMO_EPOCH),
      aircraftId,
      userId: personId(review.reviewerEmail),
      targetType: review.targetType,
      targetId: review.targetType === "aircraft" ? aircraftId : personId(review.userEmail),
      rating: review.rating,
      comment: review.comment,
      createdAt,
      visibleAt: createdAt,
    };
  });
}

const planeNamed = (name: string) => demoAircraft.find((plane) => plane.name === name)!;

function planRows() {
  return Object.entries(demoPlans).map(([name, { weekly, ...plan }]) => ({
    aircraftId: planeId(name),
    weekly: JSON.stringify(weekly),
    ...plan,
  }));
}

function blockRows(now: Date) {
  return demoBlocks.map((block, index) => {
    const plane = planeNamed(block.aircraft);
    return {
      id: demoId(`block ${index}`, DEMO_EPOCH),
      aircraftId: planeId(plane.name),
      ownerId: personId(plane.ownerEmail),
      ...blockedTime(plane, now, block),
      reason: block.reason,
      note: block.note,
    };
  });
}

type FlightRow = ReturnType<typeof flightRow>;
type Flight = ReturnType<typeof flownFlight> | ReturnType<typeof flightAhead>;

/** The row of a booking and those of its messages. `name` makes their ids. */
function flightRow(
  { booking, said }: Flight,
  name: string,
  plane: DemoAircraft,
  emails: Record<"pilot" | "owner", string>,
) {
  const members = { pilotId: personId(emails.pilot), ownerId: personId(emails.owner) };
  const id = demoId(name, DEMO_EPOCH);
  const aircraftId = planeId(plane.name);
  const messages = said.map(({ by, at, content, isAbout, read = true }, index) => ({
    id: demoId(`${name} message ${index}`, Date.parse(at)),
    senderId: members[`${by}Id`],
    receiverId: members[by === "pilot" ? "ownerId" : "pilotId"],
    aircraftId,
    bookingId: isAbout ? id : null,
    content,
    createdAt: at,
    read,
  }));
  const lastStepBy = booking.status === "accepted" ? members.ownerId : null;
  return { booking: { ...booking, ...members, terms: demoTerms(plane), lastStepBy, id, aircraftId }, messages };
}

/** The request of a booking, with the time of its first answer. */
function inquiryAbout({ id: bookingId, ownerId, pilotId }: FlightRow["booking"], messages: FlightRow["messages"]) {
  const answer = messages.find(({ senderId }) => senderId === ownerId);
  return {
    ...{ id: messages[0]!.id, userId: ownerId, peerId: pilotId, bookingId },
    ...{ askedAt: messages[0]!.createdAt, answeredAt: answer?.createdAt ?? null },
  };
}

function inquiryRows(now: Date) {
  return inquiriesBefore(now).map(({ askedEmail, askerEmail, ...times }, index) => ({
    ...{ id: demoId(`inquiry ${index}`, DEMO_EPOCH), userId: personId(askedEmail), peerId: personId(askerEmail) },
    ...times,
  }));
}

function flightRows(now: Date) {
  const { pilotEmail, ownerEmail, aircraftName } = flownBooking;
  const flown = planeNamed(aircraftName);
  const past = flightRow(flownFlight(flown, now), "booking", flown, { pilot: pilotEmail, owner: ownerEmail });
  const ahead = demoFlights.map((flight, index) => {
    const plane = planeNamed(flight.aircraft);
    const emails = { pilot: flight.pilotEmail, owner: plane.ownerEmail };
    return flightRow(flightAhead(plane, now, flight, index), `flight ${index}`, plane, emails);
  });
  return [past, ...ahead];
}
