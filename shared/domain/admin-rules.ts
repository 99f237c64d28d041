// Sort orders of the admin's lists, free of zod: the first bundle loads this file.

export const adminUserSorts = ["newest", "name", "email"] as const;
export type AdminUserSort = (typeof adminUserSorts)[number];

export const adminAircraftSorts = ["newest", "name", "price-asc", "price-desc"] as const;
export type AdminAircraftSort = (typeof adminAircraftSorts)[number];
