// Who runs this site, and its texts: terms, privacy, help.
import { z } from "zod";
import { query } from "../kit/query.ts";

export const siteAbout = z.object({
  /** Demo data: members, aircraft and bookings are invented, and no operator is shown. */
  isDemo: z.boolean(),
  /** Null in the demo, and while the operator has set no name. */
  operator: z
    .object({
      name: z.string(),
      address: z.string().nullable(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
    })
    .nullable(),
  version: z.string(),
});
export type SiteAbout = z.infer<typeof siteAbout>;

/** A piece of a sentence. `href` is https, http, mailto, tel, or a path of this site. */
const textRun = z.object({ text: z.string(), strong: z.literal(true).optional(), href: z.string().optional() });
export type TextRun = z.infer<typeof textRun>;

const textBlock = z.union([
  z.object({ kind: z.literal("heading"), text: z.string() }),
  z.object({ kind: z.literal("paragraph"), runs: z.array(textRun) }),
  z.object({ kind: z.literal("list"), items: z.array(z.array(textRun)) }),
]);
export type TextBlock = z.infer<typeof textBlock>;

/** A text as data: the screen renders it without any markup from the operator. */
const siteText = z.object({
  title: z.string(),
  /** A legal text that came with the software and that the operator has to replace. */
  isTemplate: z.boolean(),
  blocks: z.array(textBlock),
});
export type SiteText = z.infer<typeof siteText>;

export const siteQueries = {
  "site.about": query({
    route: "GET /api/site",
    access: "guest",
    input: z.object({}),
    result: siteAbout,
    isCacheable: true,
  }),
  "site.text": query({
    route: "GET /api/site/texts/:name",
    access: "guest",
    input: z.object({ name: z.string().max(40) }),
    result: siteText,
    isCacheable: true,
  }),
};
