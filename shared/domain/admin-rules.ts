// Orders of the admin's lists. No schema library here: the screen's selects load this file.

export const adminUserSorts = ["newest", "name", "email"] as const;
export type AdminUserSort = (typeof adminUserSorts)[number];

export const adminAircraftSorts = ["newest", "name", "price-asc", "price-desc"] as const;
export type AdminAircraftSort = (typeof adminAircraftSorts)[number];
