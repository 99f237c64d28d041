// Flown bookings of a pilot with an owner, and their reviews over REST.
import type { Knex } from "knex";
import type { Review, ReviewCard } from "../shared/domain/reviews.ts";
import { newId } from "../shared/kit/ids.ts";
import { send, type Answer } from "./http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "./people.ts";
import { startTestServer, type TestServer } from "./server.ts";

export type Target = { targetType: "aircraft" | "user"; targetId: string };
export const ofPlane = (targetId: string): Target => ({ targetType: "aircraft", targetId });
export const of = ({ id }: { id: string }): Target => ({ targetType: "user", targetId: id });

/** A server with the two members of all flights, who have a conversation, as after every booking. */
export class Flights {
  readonly server: TestServer;
  readonly pilot: TestPerson;
  readonly owner: TestPerson;
  readonly plane: string;
  private hoursAgo = 2;

  private constructor(server: TestServer, people: { pilot: TestPerson; owner: TestPerson }, plane: string) {
    this.server = server;
    ({ pilot: this.pilot, owner: this.owner } = people);
    this.plane = plane;
  }

  static async start(): Promise<Flights> {
    const server = await startTestServer();
    const { db } = server;
    const [pilot, owner] = [await aPilot(db), await anOwner(db)];
    const plane = await aPlane(db, owner.id);
    const message = { senderId: pilot.id, receiverId: owner.id, content: "Hello", aircraftId: plane };
    await db("messages").insert({ ...message, id: newId() });
    return new Flights(server, { pilot, owner }, plane);
  }

  get db(): Knex {
    return this.server.db;
  }

  /** Inserts a completed booking, each two hours before the one before it. */
  async flown(fields: object = {}): Promise<string> {
    const id = newId();
    this.hoursAgo += 2;
    const startDate = new Date(Date.now() - this.hoursAgo * 3_600_000);
    const endsAt = new Date(startDate.getTime() + 3_600_000);
    const members = { aircraftId: this.plane, pilotId: this.pilot.id, ownerId: this.owner.id };
    const row = { id, ...members, startDate, endsAt, hours: 1, status: "completed", totalPrice: 165, ...fields };
    await this.db("bookings").insert(row);
    return id;
  }

  write(me: TestPerson, bookingId: string, target: Target, more: object = {}): Promise<Answer<{ id: string }>> {
    const body = { bookingId, ...target, rating: 4, comment: "Well kept.", ...more };
    return send(this.server.url, "POST /api/reviews", { body, headers: me.headers });
  }

  /** Both members write everything they can. */
  async writeAll(id: string, aircraftId = this.plane): Promise<void> {
    await this.write(this.pilot, id, ofPlane(aircraftId));
    await this.write(this.pilot, id, of(this.owner));
    await this.write(this.owner, id, of(this.pilot));
  }

  async reviewsOf(me: TestPerson, bookingId: string): Promise<Review[]> {
    const route = `GET /api/bookings/${bookingId}/reviews` as const;
    return (await send<Review[]>(this.server.url, route, { headers: me.headers })).body;
  }

  async cardsOf(aircraftId: string): Promise<ReviewCard[]> {
    return (await send<ReviewCard[]>(this.server.url, `GET /api/aircraft/${aircraftId}/reviews`)).body;
  }

  /** Targets of the reviews that are hidden. */
  hidden(bookingId: string): PromiseLike<Target["targetType"][]> {
    return this.db("reviews").where({ bookingId }).whereNull("visibleAt").pluck("targetType");
  }
}
