import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { MOST_ADMIN_ROWS, type AdminAircraft, type adminQueries } from "../../../shared/domain/admin.ts";
import type { AdminAircraftSort, AdminUserSort } from "../../../shared/domain/admin-rules.ts";
import { demoPeople } from "../../db/seed/demo-people.ts";
import type { Resolvers } from "../../kit/query-resolver.ts";
import { ownUserColumns } from "../accounts/people.ts";
import { aircraftColumns } from "../aircraft/rows.ts";
import { readPage, whereFound, type ListOrder } from "./paging.ts";

const userOrders: Record<AdminUserSort, ListOrder> = {
  newest: { expression: `users."createdAt"`, type: "timestamptz", direction: "desc" },
  name: { expression: "lower(users.name)", type: "text", direction: "asc" },
  email: { expression: "users.email", type: "text", direction: "asc" },
};

const aircraftOrders: Record<AdminAircraftSort, ListOrder> = {
  newest: { expression: `aircraft."createdAt"`, type: "timestamptz", direction: "desc" },
  name: { expression: "lower(aircraft.name)", type: "text", direction: "asc" },
  "price-asc": { expression: `aircraft."hourlyRate"`, type: "integer", direction: "asc" },
  "price-desc": { expression: `aircraft."hourlyRate"`, type: "integer", direction: "desc" },
};

export const adminResolvers: Resolvers<typeof adminQueries> = {
  async "admin.stats"({ db, isDemo }) {
    const { rows } = await db.raw(
      `select (select count(*) from users) as "totalUsers",
         (select count(*) from users where verified) as "verifiedUsers",
         (select count(*) from aircraft where "deletedAt" is null) as "totalAircraft",
         (select count(*) from reports where status = 'open') as "openReports"`,
    );
    const counts = rows[0] as { totalUsers: number; verifiedUsers: number; totalAircraft: number; openReports: number };
    return isDemo ? { ...counts, testCredentials: testCredentials() } : counts;
  },

  async "admin.users"({ db, nextPage }, { q = "", sort = "newest", cursor, limit = MOST_ADMIN_ROWS }) {
    const query = db("users").select(ownUserColumns.map((column) => `users.${column}`));
    whereFound(query, "users.name || ' ' || users.email", q);
    const { rows, next } = await readPage<OwnUser>(query, "users", { sort, order: userOrders[sort], cursor, limit });
    if (next !== null) nextPage({ cursor: next });
    return rows;
  },

  async "admin.aircraft"({ db, nextPage }, { q = "", sort = "newest", cursor, limit = MOST_ADMIN_ROWS }) {
    const query = db("aircraft")
      .join("users as owner", "owner.id", "aircraft.ownerId")
      .select(aircraftColumns)
      .select("owner.name as ownerName", "owner.isActive as ownerIsActive")
      .whereNull("aircraft.deletedAt");
    whereFound(query, ["name", "make", "model", "location"].map((field) => `aircraft.${field}`).join(" || ' ' || "), q);
    const paging = { sort, order: aircraftOrders[sort], cursor, limit };
    const { rows, next } = await readPage<AdminAircraft>(query, "aircraft", paging);
    if (next !== null) nextPage({ cursor: next });
    return rows;
  },
};

/** One login per kind, for the Test Credentials card. */
function testCredentials(): { who: string; email: string; password: string }[] {
  const login = (who: string, fits: (person: (typeof demoPeople)[number]) => boolean) =>
    demoPeople
      .filter((person) => person.password !== undefined && fits(person))
      .slice(0, 1)
      .map(({ email, password = "" }) => ({ who, email, password }));
  return [
    ...login("Admin", ({ isAdmin }) => isAdmin),
    ...login("Regular user", ({ isAdmin, userType }) => !isAdmin && userType === "pilot"),
  ];
}
