// Every subject with its commands, queries and mirrored entities. The server's handlers, the routes and the device derive from these lists.
import { deletionCommands } from "./domain/accounts/deletion.ts";
import { exportQueries } from "./domain/accounts/export.ts";
import { emailChangeCommands, emailChangeQueries } from "./domain/accounts/email-change.ts";
import { passkeysCommands, passkeysQueries } from "./domain/accounts/passkeys.ts";
import { secondFactorCommands, secondFactorQueries } from "./domain/accounts/second-factor.ts";
import { accountsCommands, accountsQueries, me, publicUser } from "./domain/accounts.ts";
import { accessNotesCommands } from "./domain/terms/access-notes.ts";
import { adminCommands, adminQueries } from "./domain/admin.ts";
import { aircraft, aircraftCommands, aircraftQueries } from "./domain/aircraft.ts";
import { airfieldsQueries } from "./domain/airfields.ts";
import { availabilityCommands, availabilityQueries, block, plan } from "./domain/availability.ts";
import { booking, bookingsCommands, bookingsQueries } from "./domain/bookings.ts";
import { calendarCommands, calendarQueries } from "./domain/calendar.ts";
import { favorite, favoritesCommands, favoritesQueries } from "./domain/favorites.ts";
import { message, messagesCommands, messagesQueries } from "./domain/messages.ts";
import { noticesCommands, noticesQueries } from "./domain/notices.ts";
import { profileCommands } from "./domain/profile.ts";
import { reviewsCommands, reviewsQueries } from "./domain/reviews.ts";
import { search, searchesCommands, searchesQueries } from "./domain/searches.ts";
import { siteQueries } from "./domain/site.ts";
import { uploadsCommands, uploadsQueries } from "./domain/uploads.ts";
import { auditQueries } from "./domain/safety/audit.ts";
import { blockedPerson, blockingCommands, hiddenOwner } from "./domain/safety/blocking.ts";
import { report, reportsCommands, reportsQueries } from "./domain/safety/reports.ts";
import { copyCommands, copyQueries } from "./domain/eligibility/copy.ts";
import { walletCommands, walletQueries } from "./domain/eligibility/sharing.ts";

export const commands = {
  ...accessNotesCommands,
  ...accountsCommands,
  ...deletionCommands,
  ...emailChangeCommands,
  ...secondFactorCommands,
  ...passkeysCommands,
  ...adminCommands,
  ...aircraftCommands,
  ...availabilityCommands,
  ...blockingCommands,
  ...reportsCommands,
  ...bookingsCommands,
  ...calendarCommands,
  ...favoritesCommands,
  ...messagesCommands,
  ...noticesCommands,
  ...profileCommands,
  ...reviewsCommands,
  ...searchesCommands,
  ...uploadsCommands,
  ...walletCommands,
  ...copyCommands,
};

export const queries = {
  ...accountsQueries,
  ...emailChangeQueries,
  ...exportQueries,
  ...secondFactorQueries,
  ...passkeysQueries,
  ...adminQueries,
  ...aircraftQueries,
  ...airfieldsQueries,
  ...auditQueries,
  ...reportsQueries,
  ...availabilityQueries,
  ...bookingsQueries,
  ...calendarQueries,
  ...favoritesQueries,
  ...messagesQueries,
  ...noticesQueries,
  ...reviewsQueries,
  ...searchesQueries,
  ...siteQueries,
  ...uploadsQueries,
  ...walletQueries,
  ...copyQueries,
};

/** The entities that devices mirror. The change log stores the number of an entity; it is never reused. */
export const entities = {
  me: { ...me, number: 1 },
  people: { ...publicUser, number: 2 },
  favorites: { ...favorite, number: 3 },
  messages: { ...message, number: 4 },
  bookings: { ...booking, number: 5 },
  aircraft: { ...aircraft, number: 6 },
  searches: { ...search, number: 7 },
  plans: { ...plan, number: 8 },
  blocks: { ...block, number: 9 },
  blockedPeople: { ...blockedPerson, number: 10 },
  hiddenOwners: { ...hiddenOwner, number: 11 },
  reports: { ...report, number: 12 },
};
