// The texts of every mail, as plain text and as HTML.

import type { SecurityNews } from "../kit/job-queue.ts";
import type { NoticeKind } from "../../shared/domain/notices-rules.ts";

export type MailText = { subject: string; text: string; html: string };

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

function page(title: string, paragraphs: string[]): string {
  const body = paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${paragraph}</p>`).join("\n");
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;background:#f4f1ea;color:#1d2430;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:24px;background:#fff;border-radius:12px">
${body}
<p style="margin:0;color:#5b6472">Tailhour</p>
</div></body></html>`;
}

/** A mail of plain paragraphs. */
export function plainMail(subject: string, lines: readonly string[]): MailText {
  return { subject, text: `${lines.join("\n\n")}\n\nTailhour\n`, html: page(subject, lines.map(escapeHtml)) };
}

/** The mail with the six digits that verify an address, valid for 15 minutes. */
export function verificationMail(name: string, code: string): MailText {
  const subject = "Your Tailhour verification code";
  const lines = [
    `Hello ${name},`,
    `Your verification code is ${code}.`,
    "It expires in 15 minutes and works once. If you did not create an account, ignore this message.",
  ];
  return {
    subject,
    text: `${lines.join("\n\n")}\n\nTailhour\n`,
    html: page(subject, [
      escapeHtml(lines[0]!),
      `Your verification code is <strong style="font-size:24px;letter-spacing:4px">${code}</strong>`,
      escapeHtml(lines[2]!),
    ]),
  };
}

/** The mail with the link to set a new password, valid for an hour. */
export function resetMail(name: string, link: string): MailText {
  const subject = "Reset your Tailhour password";
  const lines = [
    `Hello ${name},`,
    `Set a new password here: ${link}`,
    "The link expires in 1 hour and works once. If you did not ask for it, ignore this message; your password stays as it is.",
  ];
  return {
    subject,
    text: `${lines.join("\n\n")}\n\nTailhour\n`,
    html: page(subject, [
      escapeHtml(lines[0]!),
      `<a href="${escapeHtml(link)}">Set a new password</a>`,
      escapeHtml(lines[2]!),
    ]),
  };
}

/** The mail that asks one of two addresses to confirm that an account changes its address; valid for a day. */
export function emailChangeMail(change: {
  name: string;
  oldEmail: string;
  newEmail: string;
  to: "new" | "old";
  link: string;
}): MailText {
  const { name, oldEmail, newEmail, to, link } = change;
  const subject = to === "new" ? "Confirm your new Tailhour address" : "Confirm the change of your Tailhour address";
  const lines = [
    `Hello ${name},`,
    `Your account is to move from ${oldEmail} to ${newEmail}. Both addresses must confirm it within 24 hours.`,
    `Confirm or stop the change here: ${link}`,
    to === "new"
      ? "If you do not have an account at Tailhour, ignore this message: nothing happens."
      : "If you did not ask for it, stop it there and change your password: somebody knows it.",
  ];
  return {
    subject,
    text: `${lines.join("\n\n")}\n\nTailhour\n`,
    html: page(subject, [
      escapeHtml(lines[0]!),
      escapeHtml(lines[1]!),
      `<a href="${escapeHtml(link)}">Confirm or stop the change</a>`,
      escapeHtml(lines[3]!),
    ]),
  };
}

/** The mail to an address that has an account, when somebody wants to move another account to it. */
export function emailTakenMail(resetLink: string): MailText {
  const subject = "Your Tailhour address";
  const lines = [
    "Hello,",
    "Somebody wants to use this address for another Tailhour account. It has an account already, so nothing changes.",
    `If that was you, log in with this address. Forgot the password? Set a new one: ${resetLink}`,
  ];
  return { subject, text: `${lines.join("\n\n")}\n\nTailhour\n`, html: page(subject, lines.map(escapeHtml)) };
}

/** The mail to a user who deletes the account. `day` is the day on which it is erased. */
export function deletionMail(name: string, day: string, siteUrl: string): MailText {
  const subject = "Your Tailhour account is being deleted";
  const lines = [
    `Hello ${name},`,
    `Your account and your listings are hidden. On ${day} they are erased.`,
    `To keep the account, log in before that day: ${siteUrl}`,
    "If you did not ask for this, log in, keep the account and change your password: somebody knows it.",
  ];
  return { subject, text: `${lines.join("\n\n")}\n\nTailhour\n`, html: page(subject, lines.map(escapeHtml)) };
}

const securityTexts: Record<SecurityNews, readonly [subject: string, what: string]> = {
  "factor-on": [
    "Your second factor is on",
    "From now on a log-in asks for a code of your authenticator app. Your other devices have been logged out.",
  ],
  "factor-off": [
    "Your second factor is off",
    "A log-in asks for your password alone again. Your other devices have been logged out.",
  ],
  "factor-removed": [
    "Your second factor was removed",
    "An admin of Tailhour removed it, because somebody said that you lost your authenticator app. All your devices have been logged out.",
  ],
  "codes-renewed": [
    "You have new recovery codes",
    "Somebody with your password and a code made new recovery codes for your account. The former ones no longer work.",
  ],
  "recovery-code-used": [
    "A recovery code was used",
    "Somebody used one of the recovery codes of your account. It does not work again.",
  ],
  "passkey-added": [
    "A passkey was added",
    "Somebody with your password added a passkey, which logs in to your account.",
  ],
  "passkey-removed": ["A passkey was removed", "Somebody with your password removed a passkey of your account."],
  "passkey-copied": [
    "A passkey may be copied",
    "Somebody used a passkey of your account whose counter did not fit. We refused it. Remove that passkey and add a new one.",
  ],
  "codes-guessed": [
    "Wrong codes for your account",
    "Somebody who knows your password entered ten wrong codes. Nobody can log in with a code for fifteen minutes.",
  ],
};

/** The mail about a change of how a user logs in, or a try. */
export function securityMail(name: string, about: SecurityNews, siteUrl: string): MailText {
  const [subject, what] = securityTexts[about];
  return plainMail(subject, [
    `Hello ${name},`,
    what,
    `If that was not you, set a new password at once and look at your devices: ${siteUrl}/account`,
  ]);
}

const single: Record<NoticeKind, (from: string) => string> = {
  messages: (from) => `New message from ${from}`,
  bookingRequests: (from) => `New booking request from ${from}`,
  bookingChanges: (from) => `${from} changed a booking`,
  reviews: (from) => `New review from ${from}`,
  savedSearches: (search) => `New match for ${search}`,
};

/** In the order of appearance. */
const words: [kind: NoticeKind, one: string, many: string][] = [
  ["bookingRequests", "booking request", "booking requests"],
  ["bookingChanges", "booking change", "booking changes"],
  ["messages", "message", "messages"],
  ["reviews", "review", "reviews"],
  ["savedSearches", "match", "matches"],
];

export type NoticeMail = {
  /** The receiver's name. */
  name: string;
  /** The other user's name, or the name of the saved search. */
  from: string;
  /** Number of events of each kind; at least one in total. */
  counts: Record<NoticeKind, number>;
  /** There may be more events than counted. */
  isPart: boolean;
  /** The event is old news that waits for an answer. */
  isReminder?: boolean;
  /** The beginning of the text; null where the user hides it. */
  snippet: string | null;
  /** Addresses to read it, to change notice settings, and to unsubscribe. */
  links: { open: string; settings: string; stop: string };
};

/** Counts each kind apart: a request and a message are not two messages. */
export function happened({ from, counts, isPart }: Pick<NoticeMail, "from" | "counts" | "isPart">): string {
  const found = words.filter(([kind]) => counts[kind] > 0);
  const [only] = found;
  if (only && found.length === 1) {
    const [kind, , many] = only;
    if (counts[kind] === 1) return single[kind](from);
    const preposition = kind === "savedSearches" ? "for" : "from";
    return `${isPart ? "At least " : ""}${counts[kind]} new ${many} ${preposition} ${from}`;
  }
  const listed = found.map(([kind, one, many]) => `${counts[kind]} ${counts[kind] === 1 ? one : many}`);
  return `New from ${from}: ${isPart ? "at least " : ""}${new Intl.ListFormat("en-US").format(listed)}`;
}

/** The mail about events that no push delivered. */
export function noticeMail({ name, snippet, links, isReminder, ...news }: NoticeMail): MailText {
  const subject = (isReminder ? `${news.from} waits for your answer` : happened(news)).replaceAll(/[\r\n]+/g, " ");
  const why = "You get this because no alert about it reached any of your devices.";
  const act = news.counts.savedSearches > 0 ? "See the aircraft" : "Read and answer";
  const quote = snippet === null ? [] : [snippet];
  const lines = [
    `Hello ${name},`,
    `${subject}.`,
    ...quote,
    `${act}: ${links.open}`,
    `${why} Choose what you hear about: ${links.settings}`,
    `Stop these e-mails: ${links.stop}`,
  ];
  const link = (to: string, words: string) => `<a href="${escapeHtml(to)}">${words}</a>`;
  return {
    subject,
    text: `${lines.join("\n\n")}\n\nTailhour\n`,
    html: page(subject, [
      escapeHtml(lines[0]!),
      `<strong>${escapeHtml(subject)}</strong>`,
      ...quote.map(escapeHtml),
      link(links.open, act),
      `${why} ${link(links.settings, "Choose what you hear about")} or ${link(links.stop, "stop these e-mails")}.`,
    ]),
  };
}
