// Stores where the user was before verifying the email, to return there. It is in tab storage, so no link can set it.
import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { isObject, tabStorage } from "../storage/browser-storage.ts";
import type { NextDialog } from "./dialogs.ts";

export type ReturnPlace = {
  /** A path of this site. */
  path: string;
  /** The form that was open, whose draft the device stores, or what the user signed in for. */
  dialog?: NextDialog | undefined;
};

const storageKey = "return-place";
const verifyPath = "/verify-email";

/** Stores the current place and navigates to the verification page. */
export function useGoToVerify(): (dialog?: ReturnPlace["dialog"]) => void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  return useCallback(
    (dialog) => {
      if (pathname !== verifyPath) storeReturnPlace({ path: `${pathname}${search}${hash}`, dialog });
      void navigate(verifyPath);
    },
    [pathname, search, hash, navigate],
  );
}

export function storeReturnPlace(place: ReturnPlace): void {
  // If storage is blocked, the user returns to Home.
  tabStorage.setJson(storageKey, place);
}

/** The stored place; Home without one. */
export function returnPlace(): ReturnPlace {
  return tabStorage.json(storageKey, isReturnPlace) ?? { path: "/" };
}

export function clearReturnPlace(): void {
  tabStorage.setText(storageKey, null);
}

function isReturnPlace(value: unknown): value is ReturnPlace {
  if (!isObject(value)) return false;
  const { path, dialog } = value;
  return typeof path === "string" && isOwnPath(path) && (dialog === undefined || isNextDialog(dialog));
}

function isNextDialog(value: unknown): value is NextDialog {
  if (!isObject(value)) return false;
  const { name, recipient, aircraftId } = value;
  if (name === "listing") return true;
  return (
    name === "message" &&
    isObject(recipient) &&
    typeof recipient.id === "string" &&
    typeof recipient.name === "string" &&
    (aircraftId === undefined || typeof aircraftId === "string")
  );
}

/** Browsers read `//host` and `/\\host` as another site. */
function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path);
}
