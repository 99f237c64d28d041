import { useLocation } from "react-router-dom";
import { findPage } from "../../../shared/pages.ts";

/** The parameters of the current address, such as `{ id }` of `/aircraft/:id`. Without any, an empty object. */
export function usePathParams(): Partial<Record<string, string>> {
  const { pathname } = useLocation();
  return findPage(pathname)?.params ?? {};
}
