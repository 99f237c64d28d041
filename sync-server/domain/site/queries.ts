import type { siteQueries } from "../../../shared/domain/site.ts";
import { isTextName } from "../../../shared/pages.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import type { Resolvers } from "../../kit/query-resolver.ts";

export const siteResolvers: Resolvers<typeof siteQueries> = {
  async "site.about"({ site }) {
    return site.about;
  },

  async "site.text"({ site }, { name }) {
    if (!isTextName(name)) throw new DomainError("not-found");
    return site.texts[name];
  },
};
