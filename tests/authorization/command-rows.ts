// One row for each command: the rule about its target, and how to make a target of the owner. A new command does not compile without its row.
import type { CommandName } from "../../shared/commands.ts";
import type { RefusalCode } from "../../shared/kit/errors.ts";
import { newId } from "../../shared/kit/ids.ts";
import { walletKeys } from "../../sync-server/config.ts";
import { placeOf } from "../../sync-server/domain/accounts/factors/codes.ts";
import { codeOfStep, newTotpSecret, stepAt } from "../../sync-server/domain/accounts/factors/totp.ts";
import { checkCreation, userHandle } from "../../sync-server/domain/accounts/factors/webauthn.ts";
import { createSealer } from "../../sync-server/kit/sealer.ts";
import { testWalletKeys } from "../server.ts";
import { codeHash, tokenHash } from "../../sync-server/domain/accounts/secrets.ts";
import { readInstallationKey } from "../../sync-server/db/keyed-hash.ts";
import { unsubscribeToken } from "../../sync-server/domain/notices/unsubscribe-token.ts";
import { fresh } from "../accounts.ts";
import { content, inHours } from "../bookings.ts";
import { send } from "../http.ts";
import { anAuthenticator } from "../passkeys.ts";
import { PASSWORD } from "../people.ts";
import type { RuleName } from "./verdicts.ts";
import {
  block,
  blocked,
  booking,
  favorite,
  flight,
  listing,
  message,
  picture,
  reported,
  search,
  type World,
} from "./world.ts";

export type Input = Record<string, unknown>;

export type CommandRow = {
  rule: RuleName;
  /** Makes the target, and returns the input as an exchange carries it. */
  input(world: World): Input | Promise<Input>;
  /** Path parameters whose names are not those of the input. */
  path?(input: Input): Record<string, string>;
  /** What an admitted caller gets where the test's server cannot do more. */
  otherwise?: RefusalCode;
};

const nothing = () => ({});
const NEW_PASSWORD = "another horse 9";

export const commandRows: Record<CommandName, CommandRow> = {
  "auth.signup": { rule: "any", input: () => ({ email: fresh(), password: PASSWORD, name: "Nia New" }) },
  "auth.login": { rule: "secret", input: ({ owner }) => ({ email: owner.email, password: PASSWORD }) },
  "auth.logout": { rule: "any", input: nothing },
  "auth.changePassword": { rule: "secret", input: () => ({ oldPassword: PASSWORD, newPassword: NEW_PASSWORD }) },
  "auth.verifyEmail": { rule: "secret", input: withCode },
  "auth.resendVerification": { rule: "any", input: nothing },
  "auth.forgotPassword": { rule: "any", input: ({ owner }) => ({ email: owner.email }) },
  "auth.resetPassword": { rule: "secret", input: withResetLink },

  "account.changeEmail": { rule: "secret", input: () => ({ email: fresh(), password: PASSWORD }) },
  "account.cancelEmailChange": {
    rule: "ownRow",
    async input(world) {
      await emailChange(world);
      return {};
    },
  },
  "account.confirmEmail": { rule: "secret", input: async (world) => ({ token: await emailChange(world) }) },
  "account.stopEmailChange": { rule: "secret", input: async (world) => ({ token: await emailChange(world) }) },

  "account.startSecondFactor": { rule: "secret", input: () => ({ password: PASSWORD }) },
  "account.confirmSecondFactor": { rule: "secret", input: async (world) => secondFactor(world, { isOn: false }) },
  "account.renewRecoveryCodes": { rule: "secret", input: withSecondFactor },
  "account.stopSecondFactor": { rule: "secret", input: withSecondFactor },

  "account.startPasskey": { rule: "secret", input: () => ({ password: PASSWORD }) },
  "account.addPasskey": {
    rule: "secret",
    async input({ db, me, url }) {
      const challenge = newId();
      await db("passkey_challenges").insert({
        challengeHash: tokenHash(challenge),
        userId: me.id,
        expiresAt: inHours(1),
      });
      return { name: "Phone", response: anAuthenticator(url).create({ challenge }) };
    },
  },
  "account.renamePasskey": {
    rule: "ownPasskey",
    input: async (world) => ({ id: await passkey(world), name: "Tablet" }),
  },
  "account.removePasskey": {
    rule: "ownPasskey",
    input: async (world) => ({ id: await passkey(world), password: PASSWORD }),
  },
  "auth.startPasskey": { rule: "any", input: nothing },
  "auth.passkey": {
    rule: "secret",
    async input({ db, owner, url }) {
      const device = anAuthenticator(url);
      const [made, challenge] = [device.create({ challenge: "-" }), newId()];
      const { proof } = await checkCreation(new URL(url).origin, { response: made });
      await db("passkeys").insert({ id: newId(), userId: owner.id, name: "Phone", transports: [], ...proof });
      await db("passkey_challenges").insert({ challengeHash: tokenHash(challenge), expiresAt: inHours(1) });
      const answer = device.get({ challenge });
      const userHandleOfOwner = userHandle(owner.id).toString("base64url");
      return { response: { ...answer, response: { ...answer.response, userHandle: userHandleOfOwner } } };
    },
  },

  "account.delete": {
    rule: "secret",
    async input({ db }) {
      // An accepted booking ahead would be in the way of its members.
      await db("bookings").where({ status: "accepted" }).update({ status: "cancelled" });
      return { password: PASSWORD };
    },
  },

  "admin.setVerified": { rule: "any", input: ({ owner }) => ({ id: owner.id, verified: true }) },
  "admin.setActive": { rule: "any", input: ({ owner }) => ({ id: owner.id, isActive: false }) },
  "admin.setAdmin": { rule: "any", input: ({ owner }) => ({ id: owner.id, isAdmin: true }) },
  "admin.setPassword": { rule: "any", input: ({ owner }) => ({ id: owner.id, newPassword: NEW_PASSWORD }) },
  "admin.removeSecondFactor": { rule: "any", input: ({ owner }) => ({ id: owner.id, reason: "Seen in person" }) },
  "admin.closeReport": {
    rule: "any",
    input: async (world) => ({ id: await reported(world), action: "dismiss" }),
  },

  "aircraft.create": {
    rule: "lister",
    input: () => ({ name: "Cub", make: "Piper", model: "J-3", location: "Denver CO" }),
  },
  "aircraft.update": { rule: "editor", input: async (world) => ({ id: await listing(world), hourlyRate: 1 }) },
  "aircraft.delete": { rule: "editor", input: async (world) => ({ id: await listing(world) }) },
  "accessNotes.save": {
    rule: "listingOwner",
    input: async (world) => ({ id: await listing(world), accessNotes: "Gate code 4711" }),
  },
  "availability.edit": { rule: "listingOwner", input: async (world) => ({ id: await listing(world), noticeHours: 5 }) },
  "availability.block": {
    rule: "listingOwner",
    input: async (world) => ({
      aircraftId: await listing(world),
      from: inHours(40),
      to: inHours(60),
      reason: "maintenance",
    }),
    path: ({ aircraftId }) => ({ id: String(aircraftId) }),
  },
  "availability.unblock": { rule: "ownBlock", input: async (world) => ({ id: (await block(world)).id }) },

  "bookings.request": {
    rule: "renter",
    input: async (world) => ({ aircraftId: await listing(world), startDate: inHours(48), hours: 3, content }),
  },
  "bookings.setStatus": {
    rule: "answerer",
    input: async (world) => ({ id: await booking(world), status: "accepted" }),
  },
  "bookings.edit": { rule: "asker", input: async (world) => ({ id: await booking(world), hours: 4 }) },
  "bookings.propose": {
    rule: "member",
    input: async (world) => ({
      bookingId: await booking(world, { status: "accepted" }),
      startDate: inHours(72),
      hours: 2,
    }),
  },
  "bookings.answerProposal": { rule: "asker", input: withProposal },

  "calendar.open": { rule: "any", input: nothing },
  "calendar.close": { rule: "any", input: nothing },
  "favorites.add": { rule: "any", input: async (world) => ({ aircraftId: await listing(world) }) },
  "favorites.remove": { rule: "ownRow", input: async (world) => ({ aircraftId: await favorite(world) }) },

  "messages.send": { rule: "writer", input: ({ owner }) => ({ receiverId: owner.id, content: "Hello" }) },
  "messages.markRead": {
    rule: "named",
    input: async (world) => ({ upTo: await message(world), caller: world.owner.id, userId: world.pilot.id }),
  },

  "settings.update": { rule: "any", input: () => ({ hideText: true }) },
  "settings.mute": { rule: "aboutAnother", input: ({ owner }) => ({ peerId: owner.id }) },
  "settings.unmute": {
    rule: "ownRow",
    async input({ db, owner, pilot }) {
      await db("conversation_mutes").insert({ userId: owner.id, peerId: pilot.id });
      return { peerId: pilot.id };
    },
  },
  "settings.stopMail": {
    rule: "secret",
    input: async ({ db, owner }) => ({ token: unsubscribeToken(await readInstallationKey(db), owner.id) }),
  },
  "push.subscribe": { rule: "any", input: ({ aSubscription }) => ({ ...aSubscription() }) },
  "push.unsubscribe": {
    rule: "ownRow",
    async input(world) {
      const answer = await subscribe(world, world.owner.headers);
      return { subscriptionId: (answer.body.subscription as { id: string }).id };
    },
  },
  "push.test": {
    rule: "any",
    async input(world) {
      await subscribe(world, world.headers);
      return {};
    },
  },
  "sessions.end": {
    rule: "ownSession",
    input: async ({ db, owner }) => ({ sessionId: (await db("sessions").where({ userId: owner.id }).first("id")).id }),
  },
  "sessions.endOthers": { rule: "ownRow", input: () => ({}) },
  "reports.send": {
    rule: "reporter",
    input: ({ owner }) => ({ targetType: "user", targetId: owner.id, why: "spam" }),
  },
  "people.block": { rule: "notSelf", input: ({ owner }) => ({ userId: owner.id }) },
  "people.unblock": {
    rule: "ownRow",
    async input(world) {
      await blocked(world);
      return { userId: world.pilot.id };
    },
  },
  "profile.update": { rule: "named", input: ({ owner }) => ({ id: owner.id, bio: "Changed" }) },

  "reviews.write": {
    rule: "reviewer",
    async input(world) {
      const { id: bookingId, aircraftId: targetId } = await flight(world);
      return { bookingId, targetType: "aircraft", targetId, rating: 4, comment: "Well kept." };
    },
  },
  "reviews.reply": { rule: "reviewed", input: async (world) => ({ id: await review(world), content: "Thank you." }) },

  "searches.save": { rule: "any", input: () => ({ name: "Cubs" }) },
  "searches.edit": { rule: "ownSearch", input: async (world) => ({ id: await search(world), name: "Changed" }) },
  "searches.remove": { rule: "ownRow", input: async (world) => ({ id: await search(world) }) },

  "uploads.open": { rule: "any", input: nothing },
  "uploads.claim": {
    rule: "ownUpload",
    async input(world) {
      const [id, objectId] = [newId(), await picture(world)];
      const ends = { expiresAt: inHours(1) };
      await world.db("uploads").insert({ id, userId: world.owner.id, kind: "single", objectId, ...ends });
      return { aircraftImageURL: `${world.url}/api/objects/upload/${id}` };
    },
  },
  "uploads.params": { rule: "any", input: nothing },
  "uploads.credentials": { rule: "any", input: nothing, otherwise: "not-configured" },
  "uploads.createMultipart": { rule: "any", input: () => ({ type: "image/png" }) },
  "uploads.completeMultipart": {
    rule: "ownUpload",
    input: async (world) => ({ ...(await multipart(world)), parts: [{ PartNumber: 1, ETag: `"none"` }] }),
    otherwise: "invalid-part",
  },
  "uploads.abortMultipart": { rule: "ownUpload", input: multipart },

  "wallet.share": { rule: "bookingPilot", input: async (world) => ({ id: await booking(world), shared: [] }) },
  "wallet.shareScans": {
    rule: "bookingPilot",
    input: async (world) => ({ id: await booking(world), shared: [], scans: [] }),
  },
  "wallet.keep": { rule: "any", input: () => ({ start: true }) },
  "wallet.forget": { rule: "any", input: nothing },
};

async function withCode({ db, me }: World): Promise<Input> {
  const code = "123456";
  const expiry = { verificationCodeExpiry: inHours(1), verificationTries: 0 };
  await db("users")
    .where({ id: me.id })
    .update({ verificationCode: codeHash(me.id, code), ...expiry });
  return { code };
}

/** A second factor of the caller, who gets a code that fits. */
async function secondFactor({ db, me }: World, { isOn }: { isOn: boolean }): Promise<{ code: string }> {
  const secret = newTotpSecret();
  const sealed = createSealer(walletKeys.parse(testWalletKeys)).seal(placeOf(me.id), secret);
  await db("second_factors").insert({ userId: me.id, ...sealed, confirmedAt: isOn ? db.fn.now() : null });
  await db("users").where({ id: me.id }).update({ hasSecondFactor: isOn });
  return { code: codeOfStep(secret, stepAt(Date.now())) };
}

async function withSecondFactor(world: World): Promise<Input> {
  return { password: PASSWORD, ...(await secondFactor(world, { isOn: true })) };
}

/** A passkey of the owner. */
export async function passkey({ db, owner }: World): Promise<string> {
  const id = newId();
  const row = { id, userId: owner.id, credentialId: id, publicKey: Buffer.alloc(1), counter: 0, transports: [] };
  await db("passkeys").insert({ ...row, name: "The owner's phone", isSynced: false });
  return id;
}

async function withResetLink({ db, owner }: World): Promise<Input> {
  const token = newId();
  await db("users")
    .where({ id: owner.id })
    .update({ passwordResetToken: tokenHash(token), passwordResetExpiry: inHours(1) });
  return { token, newPassword: NEW_PASSWORD };
}

/** An open change of the owner's address; returns the secret of its link to the new one. */
export async function emailChange({ db, owner }: Pick<World, "db" | "owner">): Promise<string> {
  const token = newId();
  const change = { newEmail: fresh(), newToken: tokenHash(token), expiresAt: inHours(1) };
  await db("email_changes").insert({ userId: owner.id, ...change });
  return token;
}

/** An accepted booking for which the owner proposes other hours. */
async function withProposal(world: World): Promise<Input> {
  const [id, startDate] = [newId(), inHours(72)];
  const proposal = JSON.stringify({ id, by: world.owner.id, startDate, hours: 2 });
  return { bookingId: await booking(world, { status: "accepted", proposal }), id, answer: "accept" };
}

const subscribe = (world: World, headers: Record<string, string>) =>
  send(world.url, "POST /api/push/subscriptions", { body: world.aSubscription(), headers });

/** A visible review of the pilot about a listing of the owner. */
export async function review(world: World): Promise<string> {
  const [id, { id: bookingId, aircraftId }] = [newId(), await flight(world)];
  const about = { targetType: "aircraft", targetId: aircraftId, aircraftId, userId: world.pilot.id };
  await world
    .db("reviews")
    .insert({ id, bookingId, ...about, rating: 4, comment: "Well kept.", visibleAt: inHours(-1) });
  return id;
}

/** A multipart upload of the owner. */
export async function multipart({ url, owner }: World): Promise<Input> {
  const { body } = await send(url, "POST /s3/multipart", { body: { type: "image/png" }, headers: owner.headers });
  return { uploadId: body.uploadId, key: body.key };
}
