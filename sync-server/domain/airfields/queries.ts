import type { airfieldsQueries } from "../../../shared/domain/airfields.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import type { Resolvers } from "../../kit/query-resolver.ts";

export const airfieldsResolvers: Resolvers<typeof airfieldsQueries> = {
  async "airfields.get"({ services }, { id }) {
    const found = await services.airfields.find(id);
    if (!found) throw new DomainError("not-found");
    return found;
  },
};
