// Every migration in order, by hand, so that the bundle, the tests and the knex command run the same list.
import type { Knex } from "knex";
import * as foundation from "./0001-foundation.ts";
import * as privateStream from "./0002-private-stream.ts";
import * as bookingsAndReviews from "./0003-bookings-and-reviews.ts";
import * as adminLists from "./0004-admin-lists.ts";
import * as pictures from "./0005-pictures.ts";
import * as notices from "./0006-notices.ts";
import * as toldByPush from "./0007-told-by-push.ts";
import * as favoritesByTime from "./0008-favorites-by-time.ts";
import * as lastStepBy from "./0009-last-step-by.ts";
import * as knownDevices from "./0010-known-devices.ts";
import * as sessionCookies from "./0011-session-cookies.ts";
import * as uploadBytes from "./0012-upload-bytes.ts";
import * as starts from "./0013-starts.ts";
import * as pastGenerations from "./0014-past-generations.ts";
import * as savedSearches from "./0015-saved-searches.ts";

export type Migration = { name: string; up(knex: Knex): Promise<void>; down(knex: Knex): Promise<void> };

export const migrations: readonly Migration[] = [
  { name: "0001-foundation", ...foundation },
  { name: "0002-private-stream", ...privateStream },
  { name: "0003-bookings-and-reviews", ...bookingsAndReviews },
  { name: "0004-admin-lists", ...adminLists },
  { name: "0005-pictures", ...pictures },
  { name: "0006-notices", ...notices },
  { name: "0007-told-by-push", ...toldByPush },
  { name: "0008-favorites-by-time", ...favoritesByTime },
  { name: "0009-last-step-by", ...lastStepBy },
  { name: "0010-known-devices", ...knownDevices },
  { name: "0011-session-cookies", ...sessionCookies },
  { name: "0012-upload-bytes", ...uploadBytes },
  { name: "0013-starts", ...starts },
  { name: "0014-past-generations", ...pastGenerations },
  { name: "0015-saved-searches", ...savedSearches },
];
