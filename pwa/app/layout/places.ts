// Where the header, the menu and the tab bar lead, and for whom.
import { hasDialog, openDialog } from "../../client/shell/dialogs.ts";
import { hasPage } from "../routes.tsx";

export const listingsPlace = "/#aircraft-listings";
export const searchPlace = "/#search";

/** Guests are asked to sign in first. */
export function askToLogIn(why: string) {
  openDialog({ name: "auth", tab: "login", why });
}

/** What "List Your Aircraft" does for this person, or null while it can do nothing. */
export function listAircraftAction(isSignedIn: boolean): (() => void) | null {
  if (!isSignedIn) return () => askToLogIn("Log in or sign up to list your aircraft.");
  return hasDialog("listing") ? () => openDialog({ name: "listing" }) : null;
}

/** Whether to offer a place that belongs to a person: guests are prompted, signed-in people need the page. */
export function isOffered(path: string, isSignedIn: boolean): boolean {
  return !isSignedIn || hasPage(path);
}
