// The only list of entities that devices mirror. The change log's number of an entity is never reused.
import { me, publicUser } from "./domain/accounts.ts";
import { aircraft } from "./domain/aircraft.ts";
import { booking } from "./domain/bookings.ts";
import { favorite } from "./domain/favorites.ts";
import { message } from "./domain/messages.ts";
import { search } from "./domain/searches.ts";

export const entities = {
  me: { ...me, number: 1 },
  people: { ...publicUser, number: 2 },
  favorites: { ...favorite, number: 3 },
  messages: { ...message, number: 4 },
  bookings: { ...booking, number: 5 },
  aircraft: { ...aircraft, number: 6 },
  searches: { ...search, number: 7 },
};

export type EntityName = keyof typeof entities;
