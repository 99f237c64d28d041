// Which dialog is open. Anyone may ask for one; the app's dialog host loads and draws it.
import { create } from "zustand";
import type { Aircraft } from "../../../shared/domain/aircraft.ts";

/** A booking that the initial message asks for; its start is an ISO instant. */
export type BookingToSend = { id: string; aircraftId: string; startDate: string; hours: number };

export type DialogRequest =
  | {
      name: "auth";
      tab?: "login" | "signup";
      /** One sentence under the title: what signing in is for. */
      why?: string;
    }
  | {
      /** List an aircraft; with `plane` change that listing, with `entryId` what waits or was refused. */
      name: "listing";
      plane?: Aircraft;
      entryId?: string;
    }
  | {
      /** Change the own profile; with `entryId` what waits or was refused. */
      name: "profile";
      entryId?: string;
    }
  | {
      /** Two changes of the same thing: which to keep. */
      name: "conflict";
      entryId: string;
    }
  | {
      /** Save what Home filters by; with `searchId` change that search, with `entryId` what waits or was refused. */
      name: "search";
      searchId?: string;
      entryId?: string;
      /** Called once the search is kept on this device. */
      onSaved?: () => void;
    }
  | {
      name: "message";
      recipient: { id: string; name: string; userType?: "pilot" | "owner" };
      aircraftId?: string;
      /** Sent by itself when the dialog opens, for nobody but its sender; its id, made at the click, keeps it from going twice. */
      initialMessage?: { id: string; senderId: string; content: string; booking?: BookingToSend };
    };

export type DialogName = DialogRequest["name"];

/** The dialogs that the app's host can draw. */
const existing: readonly DialogName[] = ["auth", "conflict", "listing", "message", "profile", "search"];

/** A control that opens a dialog asks this first and is not drawn without it. */
export function hasDialog(name: DialogName): boolean {
  return existing.includes(name);
}

type Dialogs = {
  dialog: DialogRequest | null;
};

export const useDialogs = create<Dialogs>(() => ({ dialog: null }));

export function openDialog(dialog: DialogRequest) {
  useDialogs.setState({ dialog });
}

/** Closes whatever is open; with `only` nothing but that one: what was closed while it sent closes no other later. */
export function closeDialog(only?: DialogRequest) {
  if (only && useDialogs.getState().dialog !== only) return;
  useDialogs.setState({ dialog: null });
}
