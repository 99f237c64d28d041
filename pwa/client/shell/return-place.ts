// Where a person was when they were sent to verify their email: they come back there. Kept in the tab, so no link can set it.
import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { isObject, tabStorage } from "../storage/browser-storage.ts";

export type ReturnPlace = {
  /** A path of this site. */
  path: string;
  /** The form that was open; its draft is kept on the device. */
  dialog?: "listing" | undefined;
};

const storageKey = "return-place";
const verifyPath = "/verify-email";

/** Leads to the code and keeps where the person is now. */
export function useLeadToVerify(): (dialog?: ReturnPlace["dialog"]) => void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  return useCallback(
    (dialog) => {
      if (pathname !== verifyPath) keepReturnPlace({ path: `${pathname}${search}${hash}`, dialog });
      void navigate(verifyPath);
    },
    [pathname, search, hash, navigate],
  );
}

export function keepReturnPlace(place: ReturnPlace): void {
  // Where storage is closed they come back to home.
  tabStorage.setJson(storageKey, place);
}

/** Home, where nothing is kept. */
export function returnPlace(): ReturnPlace {
  return tabStorage.json(storageKey, isReturnPlace) ?? { path: "/" };
}

export function forgetReturnPlace(): void {
  tabStorage.setText(storageKey, null);
}

function isReturnPlace(value: unknown): value is ReturnPlace {
  if (!isObject(value)) return false;
  const { path, dialog } = value;
  return typeof path === "string" && isOwnPath(path) && (dialog === undefined || dialog === "listing");
}

/** Browsers read `//host` and `/\\host` as another site. */
function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path);
}
