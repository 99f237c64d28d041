// Opens the admin screen over a fake server with two users and one listing.
import { screen } from "@testing-library/react";
import type { OwnUser } from "../../shared/domain/accounts.ts";
import { AdminPage } from "../pages/admin.tsx";
import type { Answer, FakeServer } from "./fake-server.ts";
import { aListing, aPerson, openScreen } from "./screen.tsx";

export const renata = aPerson({ name: "Renata Kowal", email: "renata@example.test", isAdmin: true, verified: true });
export const dale = aPerson({ name: "Dale Whitcomb", email: "dale@example.test", userType: "owner" });
export const plane = {
  ...aListing({ name: "Aviat A-1C Husky", hourlyRate: 1150 }),
  ownerName: dale.name,
  ownerIsActive: true,
};
export const stats = { totalUsers: 1024, verifiedUsers: 10, totalAircraft: 24, openReports: 3 };

export const USERS = "/api/admin/users?limit=50&sort=newest";
const AIRCRAFT = "/api/admin/aircraft?limit=50&sort=newest";

/** Opens /admin for a user; `answers` replace the fake server's default answers. */
export async function openAdmin(
  server: FakeServer,
  me: OwnUser | null = renata,
  answers: Record<string, Answer> = {},
): Promise<void> {
  server.me = me;
  const usual = { "/api/admin/stats": stats, [USERS]: [renata, dale], [AIRCRAFT]: [plane] };
  for (const [path, body] of Object.entries(usual)) server.answers.set(path, { status: 200, body });
  for (const [path, answer] of Object.entries(answers)) server.answers.set(path, answer);
  await openScreen(server, <AdminPage />, { address: "/admin" });
}

export const refusal = (error: string, code = "odd", status = 409): Answer => ({ status, body: { error, code } });

export const switchOf = (what: string, name = dale.name) =>
  screen.getByRole<HTMLInputElement>("switch", { name: `${what}, ${name}` });
