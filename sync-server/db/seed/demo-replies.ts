// What the demo's members asked each other in the weeks before, so that they have different reply times.

type Replies = {
  askedEmail: string;
  /** Owners ask pilots, and pilots owners. */
  isPilot?: true;
  /** The usual wait for an answer. */
  minutes: number;
  answered: number;
  unanswered: number;
};

/** Members without a line have too few answers: owners show their own text then, and pilots none. */
const demoReplies: readonly Replies[] = [
  { askedEmail: "owner@demo.test", minutes: 35, answered: 14, unanswered: 1 },
  { askedEmail: "dale.whitcomb@demo.test", minutes: 150, answered: 9, unanswered: 0 },
  { askedEmail: "priya.raman@demo.test", minutes: 100, answered: 9, unanswered: 1 },
  { askedEmail: "hank.osterberg@demo.test", minutes: 1_150, answered: 5, unanswered: 1 },
  { askedEmail: "pilot@demo.test", isPilot: true, minutes: 95, answered: 5, unanswered: 0 },
  { askedEmail: "luca.ferrante@demo.test", isPilot: true, minutes: 230, answered: 4, unanswered: 1 },
];

const owners = ["dale.whitcomb@demo.test", "priya.raman@demo.test", "hank.osterberg@demo.test"];
const pilots = ["beth.calloway@demo.test", "luca.ferrante@demo.test", "sade.mbeki@demo.test"];
/** Waits as shares of the usual one. */
const shares = [1, 0.6, 1.3, 0.8, 1.7];

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const NEWEST_DAYS = 5;
const DAYS_BETWEEN = 3.3;

/** One inquiry per line, oldest last; the unanswered ones are the newest. */
export function inquiriesBefore(now: Date) {
  return demoReplies.flatMap(({ askedEmail, isPilot, minutes, answered, unanswered }) => {
    const askers = isPilot ? owners : pilots;
    return Array.from({ length: answered + unanswered }, (_, index) => {
      const asked = now.getTime() - (NEWEST_DAYS + index * DAYS_BETWEEN) * DAY_MS;
      const wait = minutes * shares[index % shares.length]! * MINUTE_MS;
      return {
        askedEmail,
        askerEmail: askers[index % askers.length]!,
        askedAt: new Date(asked),
        answeredAt: index >= unanswered ? new Date(asked + wait) : null,
      };
    });
  });
}
