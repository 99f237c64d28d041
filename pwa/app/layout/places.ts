// The destinations of the header, menu and tab bar, and who may use them.
import { hasDialog, openDialog, type NextDialog } from "../../client/shell/dialogs.ts";
import { hasPage } from "../routes.tsx";

export const listingsPlace = "/#aircraft-listings";
export const searchPlace = "/#search";

/** Opens the log-in dialog for a guest, then `next`. */
export function askToLogIn(why: string, next?: NextDialog) {
  openDialog({ name: "auth", tab: "login", why, ...(next && { next }) });
}

/** The action of "List Your Aircraft" for this user; null while it is not available. */
export function listAircraftAction(isSignedIn: boolean): (() => void) | null {
  if (!isSignedIn) return () => askToLogIn("Log in or sign up to list your aircraft.", { name: "listing" });
  return hasDialog("listing") ? () => openDialog({ name: "listing" }) : null;
}

/** Whether to offer a personal page: guests get the log-in dialog, signed-in users need the page to exist. */
export function isOffered(path: string, isSignedIn: boolean): boolean {
  return !isSignedIn || hasPage(path);
}
