// Reads the data that the server embedded in the HTML document, so the first render needs no request.
import { createContext, use } from "react";
import { createStore } from "zustand/vanilla";
import type { PageData } from "../../../shared/sync.ts";
import { isObject, parsedJson } from "../storage/browser-storage.ts";

/** The server's renderer provides the data here; in a browser the document contains it. */
export const PageDataContext = createContext<PageData | null>(null);

/** The data of the HTML document. Null when the document has none, like the shell that the service worker serves. */
export function usePageData(): PageData | null {
  return use(PageDataContext) ?? documentData();
}

/** `undefined` before the document was read. */
const documentDataStore = createStore<{ data: PageData | null | undefined }>(() => ({ data: undefined }));

/** Reads `<script type="application/json" id="page-data">` once. Null outside a browser or without this element. */
function documentData(): PageData | null {
  if (typeof document === "undefined") return null;
  const known = documentDataStore.getState().data;
  if (known !== undefined) return known;
  const data = parsedJson(document.getElementById("page-data")?.textContent, isPageData);
  documentDataStore.setState({ data });
  return data;
}

/** The server that serves this code also wrote the data, so its fields need no check. */
function isPageData(value: unknown): value is PageData {
  return isObject(value);
}
