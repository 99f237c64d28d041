// A reset token is no key of its user: a change of it waited for every running command of that user, which may wait for it.
import type { Knex } from "knex";

export const indexes = [
  { name: "users_reset_token", on: `users ("passwordResetToken") where "passwordResetToken" is not null` },
];

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table users drop constraint "users_passwordResetToken_key"`);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
