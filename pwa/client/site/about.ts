// Who runs this site, as the footer and the texts show it: from the document, else from this device, else from the server.
import { useEffect } from "react";
import type { SiteAbout } from "../../../shared/domain/site.ts";
import { usePageData } from "../api/page-data.ts";
import { useQuery } from "../api/query.ts";
import { deviceStorage, isObject } from "../storage/browser-storage.ts";

const KEY = "about";
const DAY_MS = 86_400_000;

type Stored = { about: SiteAbout; at: number };

/** This app's own code wrote the value, so its fields need no check. */
const isStored = (value: unknown): value is Stored => isObject(value) && isObject(value["about"]);

/** Null until this device knows it. A document from the server has it, so its first frame does too. */
export function useAbout(): SiteAbout | null {
  const inPage = usePageData()?.about;
  const stored = inPage ? null : deviceStorage.json(KEY, isStored);
  const isFresh = Boolean(inPage) || (stored !== null && Date.now() - stored.at < DAY_MS);
  const { result } = useQuery("site.about", isFresh ? null : {}, { freshFor: DAY_MS });
  const fetched = result.state === "ready" ? result.data : undefined;
  const known = fetched ?? inPage;
  useEffect(() => {
    if (known) deviceStorage.setJson(KEY, { about: known, at: Date.now() } satisfies Stored);
  }, [known]);
  return known ?? stored?.about ?? null;
}
