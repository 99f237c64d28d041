// What a query resolver receives. Queries write nothing that a user sees.
import type { Knex } from "knex";
import type { z } from "zod";
import type { EntityName } from "../../shared/entities.ts";
import type { Query } from "../../shared/kit/query.ts";
import type { Services, SignedIn } from "./services.ts";
import type { UploadServices } from "./upload-services.ts";
import type { Site } from "./site.ts";

export type ReadContext = {
  services: Services;
  db: Knex;
  me: SignedIn | null;
  /** Hash that identifies the caller's session; null for guests. */
  sessionHash: string | null;
  /** Origin that the client used for this site, as in `https://tailhour.example`. */
  origin: string | null;
  /** Whether demo data and logins exist. */
  isDemo: boolean;
  /** Smallest length of a new password, in characters. */
  passwordMin: number;
  site: Site;
  uploads: UploadServices;
  /** All rows of an entity that the caller may see, as JSON texts; none for guests. */
  rowsOf(entity: EntityName): AsyncIterable<string>;
  /** Adds the URL of the next page: `Link: <…>; rel="next"`. Takes the query-string values that differ. */
  nextPage(changes: Record<string, string>): void;
  /** Sets the number of rows on all pages: `X-Total-Count`. */
  totalCount(rows: number): void;
};

export type SignedInReadContext = ReadContext & { me: SignedIn };

type ContextOf<Spec extends Query> = Spec["access"] extends "guest" ? ReadContext : SignedInReadContext;

/** One resolver per query of a subject; a missing one is a type error. The result schema validates the answer. */
export type Resolvers<Subject extends Record<string, Query>> = {
  [Name in keyof Subject]: (
    context: ContextOf<Subject[Name]>,
    input: z.output<Subject[Name]["input"]>,
  ) => Promise<z.input<Subject[Name]["result"]>>;
};
