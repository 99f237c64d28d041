// What pilots asked the demo's owners in the weeks before, so that owners have different reply times.

type Replies = {
  ownerEmail: string;
  /** The usual wait for an answer. */
  minutes: number;
  answered: number;
  unanswered: number;
};

/** Owners without a line have too few answers, so their own text is shown. */
const demoReplies: readonly Replies[] = [
  { ownerEmail: "owner@demo.test", minutes: 35, answered: 14, unanswered: 1 },
  { ownerEmail: "dale.whitcomb@demo.test", minutes: 150, answered: 9, unanswered: 0 },
  { ownerEmail: "priya.raman@demo.test", minutes: 100, answered: 9, unanswered: 1 },
  { ownerEmail: "hank.osterberg@demo.test", minutes: 1_150, answered: 5, unanswered: 1 },
];

const askers = ["beth.calloway@demo.test", "luca.ferrante@demo.test", "sade.mbeki@demo.test"];
/** Waits as shares of the usual one. */
const shares = [1, 0.6, 1.3, 0.8, 1.7];

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const NEWEST_DAYS = 5;
const DAYS_BETWEEN = 3.3;

/** One inquiry per line, oldest last; the unanswered ones are the newest. */
export function inquiriesBefore(now: Date) {
  return demoReplies.flatMap(({ ownerEmail, minutes, answered, unanswered }) =>
    Array.from({ length: answered + unanswered }, (_, index) => {
      const asked = now.getTime() - (NEWEST_DAYS + index * DAYS_BETWEEN) * DAY_MS;
      const wait = minutes * shares[index % shares.length]! * MINUTE_MS;
      return {
        ownerEmail,
        askerEmail: askers[index % askers.length]!,
        askedAt: new Date(asked),
        answeredAt: index >= unanswered ? new Date(asked + wait) : null,
      };
    }),
  );
}
