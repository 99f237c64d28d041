// The handlers and resolvers of every subject. A command or query without one does not compile.
import type { Commands } from "../../shared/commands.ts";
import type { Queries } from "../../shared/queries.ts";
import type { Handlers } from "../kit/command-handler.ts";
import type { Resolvers } from "../kit/query-resolver.ts";
import { deletionHandlers } from "./accounts/own/deletion.ts";
import { exportResolvers } from "./accounts/own/export.ts";
import { emailChangeHandlers, emailChangeResolvers } from "./accounts/own/email-change.ts";
import { passkeysHandlers, passkeysResolvers } from "./accounts/factors/passkeys.ts";
import { secondFactorHandlers, secondFactorResolvers } from "./accounts/factors/second-factor.ts";
import { accountsHandlers } from "./accounts/commands.ts";
import { accountsResolvers } from "./accounts/queries.ts";
import { accessNotesHandlers } from "./aircraft/access-notes.ts";
import { adminHandlers } from "./admin/commands.ts";
import { adminResolvers } from "./admin/queries.ts";
import { aircraftHandlers } from "./aircraft/commands.ts";
import { aircraftResolvers } from "./aircraft/queries.ts";
import { airfieldsResolvers } from "./airfields/queries.ts";
import { availabilityHandlers } from "./availability/commands.ts";
import { availabilityResolvers } from "./availability/queries.ts";
import { bookingsHandlers } from "./bookings/commands.ts";
import { bookingsResolvers } from "./bookings/queries.ts";
import { calendarHandlers } from "./calendar/commands.ts";
import { calendarResolvers } from "./calendar/queries.ts";
import { favoritesHandlers } from "./favorites/commands.ts";
import { favoritesResolvers } from "./favorites/queries.ts";
import { messagesHandlers } from "./messages/commands.ts";
import { messagesResolvers } from "./messages/queries.ts";
import { noticesHandlers } from "./notices/commands.ts";
import { noticesResolvers } from "./notices/queries.ts";
import { profileHandlers } from "./profile/commands.ts";
import { reviewsHandlers } from "./reviews/commands.ts";
import { reviewsResolvers } from "./reviews/queries.ts";
import { auditResolvers } from "./safety/audit.ts";
import { blockingHandlers } from "./safety/blocking.ts";
import { reportsHandlers } from "./safety/reports.ts";
import { reportsResolvers } from "./safety/report-queue.ts";
import { searchesHandlers } from "./searches/commands.ts";
import { searchesResolvers } from "./searches/queries.ts";
import { siteResolvers } from "./site/queries.ts";
import { uploadsHandlers } from "./uploads/commands.ts";
import { uploadsResolvers } from "./uploads/queries.ts";
import { copyHandlers, copyResolvers } from "./wallet/copy.ts";
import { walletHandlers } from "./wallet/commands.ts";
import { walletResolvers } from "./wallet/queries.ts";

export const handlers: Handlers<Commands> = {
  ...accessNotesHandlers,
  ...accountsHandlers,
  ...deletionHandlers,
  ...emailChangeHandlers,
  ...secondFactorHandlers,
  ...passkeysHandlers,
  ...adminHandlers,
  ...aircraftHandlers,
  ...availabilityHandlers,
  ...blockingHandlers,
  ...reportsHandlers,
  ...bookingsHandlers,
  ...calendarHandlers,
  ...favoritesHandlers,
  ...messagesHandlers,
  ...noticesHandlers,
  ...profileHandlers,
  ...reviewsHandlers,
  ...searchesHandlers,
  ...uploadsHandlers,
  ...walletHandlers,
  ...copyHandlers,
};

export const resolvers: Resolvers<Queries> = {
  ...accountsResolvers,
  ...emailChangeResolvers,
  ...exportResolvers,
  ...secondFactorResolvers,
  ...passkeysResolvers,
  ...adminResolvers,
  ...aircraftResolvers,
  ...airfieldsResolvers,
  ...auditResolvers,
  ...reportsResolvers,
  ...availabilityResolvers,
  ...bookingsResolvers,
  ...calendarResolvers,
  ...favoritesResolvers,
  ...messagesResolvers,
  ...noticesResolvers,
  ...reviewsResolvers,
  ...searchesResolvers,
  ...siteResolvers,
  ...uploadsResolvers,
  ...walletResolvers,
  ...copyResolvers,
};
