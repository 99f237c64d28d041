// Words of reports, free of zod: reasons, actions, and every template of a mail. Edit the texts here; nothing else has them.

export const reportTargets = ["user", "aircraft", "review"] as const;
export type ReportTarget = (typeof reportTargets)[number];

export const reportReasons = ["scam", "unsafe", "abuse", "false-listing", "spam", "other"] as const;
export type ReportReason = (typeof reportReasons)[number];

/** What the form offers and the queue shows. */
export const reasonLabels: Readonly<Record<ReportReason, string>> = {
  scam: "Scam or payment outside of Tailhour",
  unsafe: "Unsafe aircraft or flying",
  abuse: "Insults, threats or harassment",
  "false-listing": "The listing is not true",
  spam: "Spam",
  other: "Something else",
};

export const reportActions = ["dismiss", "warn", "hide-listing", "deactivate"] as const;
export type ReportAction = (typeof reportActions)[number];

/** The button of each action. */
export const actionLabels: Readonly<Record<ReportAction, string>> = {
  dismiss: "Dismiss",
  warn: "Warn",
  "hide-listing": "Hide Listing",
  deactivate: "Deactivate Account",
};

export const reportOutcomes = ["acted", "no-action"] as const;
export type ReportOutcome = (typeof reportOutcomes)[number];

export const outcomeOf = (action: ReportAction): ReportOutcome => (action === "dismiss" ? "no-action" : "acted");

/** Most messages that a report can contain. */
export const MOST_EVIDENCE = 20;

/** What the reporter reads about a report: at once, and when it is closed. Without details of the other person. */
export const reporterWords: Readonly<Record<"open" | ReportOutcome, string>> = {
  open: "Reported. We read it.",
  acted: "We read your report and acted on it.",
  "no-action": "We read your report and found nothing against our rules.",
};

type Template = { subject: string; text: string };

/** The first text of a warning, by the reason of the report. The admin can change it before it is sent. */
export const warningTemplates: Readonly<Record<ReportReason, string>> = {
  scam: "Please ask nobody for deposits or fees that your listing does not name. Take payments only as you both agreed.",
  unsafe:
    "A member is worried about safety. Please fly and rent only what is airworthy, insured and within your ratings.",
  abuse: "Some of your messages hurt another member. Please write to others with respect.",
  "false-listing": "A part of your listing seems not to be true. Please correct it, or take it off Tailhour.",
  spam: "Some of your messages read like advertising. Please write only about flights and aircraft.",
  other: "A member has told us about something against our rules. Please read them again on Tailhour.",
};

export const warningMail = (words: string): Template => ({
  subject: "A warning about your Tailhour account",
  text: `${words}\n\nIf it happens again we may close your account. You can answer this mail.`,
});

export const deactivationMail: Template = {
  subject: "Your Tailhour account is closed",
  text: "We have closed your account because of reports by other members. You can answer this mail.",
};

export const hiddenListingMail = (name: string): Template => ({
  subject: "Your listing is hidden",
  text: `We have hidden ${name} on Tailhour after a report. You can answer this mail.`,
});

export const reporterMail = (name: string, outcome: ReportOutcome): Template => ({
  subject: "About your report",
  text: `You reported ${name}. ${reporterWords[outcome]}`,
});
