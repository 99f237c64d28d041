// Where a person was when they were sent to verify their email: they come back there. Kept in the tab, so no link can set it.
import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router-dom";

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
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(place));
  } catch {
    // Storage is closed: they come back to home.
  }
}

/** Home, where nothing is kept. */
export function returnPlace(): ReturnPlace {
  try {
    const { path, dialog } = JSON.parse(sessionStorage.getItem(storageKey) ?? "{}") as Partial<ReturnPlace>;
    if (typeof path === "string" && isOwnPath(path)) return { path, dialog: dialog === "listing" ? dialog : undefined };
  } catch {
    // Closed or unreadable: as if nothing was kept.
  }
  return { path: "/" };
}

export function forgetReturnPlace(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was kept.
  }
}

/** Browsers read `//host` and `/\\host` as another site. */
function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path);
}
