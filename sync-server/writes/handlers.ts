// All handlers. A command without one does not compile.
import type { Commands } from "../../shared/commands.ts";
import { accountsHandlers } from "../domain/accounts/commands.ts";
import { adminHandlers } from "../domain/admin/commands.ts";
import { aircraftHandlers } from "../domain/aircraft/commands.ts";
import { bookingsHandlers } from "../domain/bookings/commands.ts";
import { favoritesHandlers } from "../domain/favorites/commands.ts";
import { messagesHandlers } from "../domain/messages/commands.ts";
import { noticesHandlers } from "../domain/notices/commands.ts";
import { profileHandlers } from "../domain/profile/commands.ts";
import { reviewsHandlers } from "../domain/reviews/commands.ts";
import { searchesHandlers } from "../domain/searches/commands.ts";
import { uploadsHandlers } from "../domain/uploads/commands.ts";
import type { Handlers } from "../kit/command-handler.ts";

export const handlers: Handlers<Commands> = {
  ...accountsHandlers,
  ...adminHandlers,
  ...aircraftHandlers,
  ...bookingsHandlers,
  ...favoritesHandlers,
  ...messagesHandlers,
  ...noticesHandlers,
  ...profileHandlers,
  ...uploadsHandlers,
  ...reviewsHandlers,
  ...searchesHandlers,
};
