// What the operator says about this site, read once at start.
import type { SiteAbout, SiteText } from "../../shared/domain/site.ts";
import type { TextName } from "../../shared/pages.ts";

export type Site = { about: SiteAbout; texts: Readonly<Record<TextName, SiteText>> };
