// Bounds, defaults and words of an owner's plan, without zod.
import { defaultPlan } from "../free-hours.ts";

/** Whose requests are accepted at once: nobody's, of pilots who completed a flight with the owner, of verified pilots. */
export const instantModes = ["off", "returning", "verified"] as const;
export type InstantMode = (typeof instantModes)[number];

/** The words of the three choices, as in the owner's form. */
export const instantWords: Readonly<Record<InstantMode, string>> = {
  off: "Off",
  returning: "Pilots who completed a flight with me",
  verified: "Every verified pilot",
};

export const blockReasons = ["maintenance", "own-flight", "other"] as const;
export type BlockReason = (typeof blockReasons)[number];

/** The plan of an aircraft whose owner has not edited it. */
export const planDefaults = { ...defaultPlan, instant: "off" as InstantMode };

/** The largest values of a plan and of a block. */
export const planBounds = { mostSpans: 12, noticeHours: 720, bufferMin: 480, horizonDays: 365, blockDays: 366 };

export const LONGEST_NOTE = 300;

/** Most days of one read of free hours. */
export const MOST_DAYS_READ = 62;
