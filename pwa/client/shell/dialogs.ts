// Holds which dialog is open. Any component may open one; the app's dialog host loads and draws it.
import { create } from "zustand";
import type { Aircraft } from "../../../shared/domain/aircraft.ts";
import type { Placed } from "../../../shared/domain/locations.ts";
import type { Verdict } from "../../../shared/domain/eligibility/choices.ts";
import type { RentalTerms } from "../../../shared/domain/terms/rental-terms.ts";

/** A booking request that the initial message carries; its start is an ISO instant. */
export type BookingToSend = {
  id: string;
  aircraftId: string;
  startDate: string;
  hours: number;
  /** The total that the panel showed; the server refuses another one. */
  quotedTotalCents?: number;
  /** The rental terms that the page showed; likewise. */
  quotedTerms?: RentalTerms | null;
  /** How the wallet compares with the minima that the page showed, by their keys. */
  verdicts?: Readonly<Record<string, Verdict>>;
};

/** A person to write to. */
export type Recipient = { id: string; name: string; userType?: "pilot" | "owner"; verified?: boolean };

/** What a guest asked for before signing in; it opens afterwards. */
export type NextDialog = { name: "listing" } | { name: "message"; recipient: Recipient; aircraftId?: string };

export type DialogRequest =
  | {
      name: "auth";
      tab?: "login" | "signup";
      /** One sentence under the title that says what signing in is for. */
      why?: string;
      /** Opens once the user is signed in; for a new account after verification. */
      next?: NextDialog;
    }
  | {
      /** Lists an aircraft; with `plane` edits that listing, with `entryId` edits a waiting or refused entry. */
      name: "listing";
      plane?: Aircraft;
      entryId?: string;
    }
  | {
      /** Edits the plan and the blocks of an own aircraft. */
      name: "availability";
      plane: { id: string; name: string } & Placed;
      /** Starts with a new block of these minutes of a day. */
      block?: { day: string; from: number; to: number };
    }
  | {
      /** Edits the user's profile; with `entryId` edits a waiting or refused entry. */
      name: "profile";
      entryId?: string;
    }
  | {
      /** Two edits of the same record: the user chooses what to keep. */
      name: "conflict";
      entryId: string;
    }
  | {
      /**
       * Saves the filters of Home; with `searchId` edits that search, with `entryId` edits a waiting or refused entry.
       */
      name: "search";
      searchId?: string;
      entryId?: string;
      /** Called after this device has stored the search. */
      onSaved?: () => void;
    }
  | {
      name: "message";
      recipient: Recipient;
      aircraftId?: string;
      /** Opened by moving through the list beside it, which keeps the focus. */
      keepsFocus?: boolean;
      /**
       * Sent when the dialog opens, for its sender only. The id was created at the click, so the message is sent only
       * once.
       */
      initialMessage?: { id: string; senderId: string; content: string; booking?: BookingToSend };
    };

export type DialogName = DialogRequest["name"];

/** The dialogs that the app's host can draw. */
const existing: readonly DialogName[] = ["auth", "availability", "conflict", "listing", "message", "profile", "search"];

/** True when the dialog exists. Controls that open a dialog check this, and are not drawn without it. */
export function hasDialog(name: DialogName): boolean {
  return existing.includes(name);
}

/** A mark Verified to explain. `verifiedAt` is null when the day was not recorded, undefined when it is not known here. */
export type VerifiedMark = { of: "aircraft" | "member"; id: string; verifiedAt?: string | null | undefined };

type Dialogs = {
  dialog: DialogRequest | null;
  /** Explained above the open dialog, which stays. */
  mark: VerifiedMark | null;
};

export const useDialogs = create<Dialogs>(() => ({ dialog: null, mark: null }));

/** Opens the explanation of a mark; null closes it. */
export function explainVerified(mark: VerifiedMark | null) {
  useDialogs.setState({ mark });
}

export function openDialog(dialog: DialogRequest) {
  useDialogs.setState({ dialog });
}

/** Closes the open dialog. With `only`, closes just that one, so that a late answer does not close a newer dialog. */
export function closeDialog(only?: DialogRequest) {
  if (only && useDialogs.getState().dialog !== only) return;
  useDialogs.setState({ dialog: null });
}
