// Which dialog is open. Anyone may ask for one; the app's dialog host loads and draws it.
import { create } from "zustand";

export type DialogRequest =
  | {
      name: "auth";
      tab?: "login" | "signup";
      /** One sentence under the title: what signing in is for. */
      why?: string;
    }
  | { name: "listing" }
  | {
      name: "message";
      recipient: { id: string; name: string; userType?: "pilot" | "owner" };
      aircraftId?: string;
      /** Sent by itself, once, when the dialog opens. */
      initialMessage?: string;
    };

export type DialogName = DialogRequest["name"];

interface Dialogs {
  dialog: DialogRequest | null;
}

export const useDialogs = create<Dialogs>(() => ({ dialog: null }));

export function openDialog(dialog: DialogRequest) {
  useDialogs.setState({ dialog });
}

export function closeDialog() {
  useDialogs.setState({ dialog: null });
}
