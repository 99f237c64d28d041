// Reads the environment once. An invalid setting stops the start with one sentence that says what to write instead.
import { z } from "zod";

/** An invalid setting: one sentence with the variable's name, the problem and an example. */
export class SettingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SettingError";
  }
}

const flag = z
  .enum(["1", "0", "true", "false"], "must be 1 or 0")
  .transform((value) => value === "1" || value === "true");

function whole(min: number, max: number) {
  const problem = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, problem)
    .transform(Number)
    .pipe(z.number().min(min, problem).max(max, problem));
}

function address(problem: string, ...protocols: string[]) {
  return z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), problem);
}

const origin = z
  .string()
  .refine(
    (value) => /^https?:\/\/[^/?#@]+\/?$/.test(value) && URL.canParse(value),
    "must be an http or https address without a path",
  )
  .transform((value) => new URL(value).origin);

const positive = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,3})?$/, "must be a number above 0")
  .transform(Number)
  .pipe(z.number().positive("must be a number above 0"));

/** One line of text. */
function line(max: number) {
  const problem = `must be one line of at most ${max} characters`;
  return z
    .string()
    .trim()
    .min(1, problem)
    .max(max, problem)
    .refine((value) => !/[\r\n]/.test(value), problem);
}

const limit = (points: number) => whole(1, 1_000_000).default(points);

/** Named keys of 32 bytes. */
export const walletKeys = z
  .string()
  .regex(
    /^[a-z0-9-]{1,20}:[A-Za-z0-9_-]{43}(,[a-z0-9-]{1,20}:[A-Za-z0-9_-]{43})*$/,
    "must be names with keys of 32 bytes in base64url, with commas between them",
  )
  .transform((list) => list.split(",").map(keyOf))
  .refine((keys) => new Set(keys.map(({ id }) => id)).size === keys.length, "must have a different name for each key");

function keyOf(entry: string): { id: string; key: Buffer } {
  const [id = "", key = ""] = entry.split(":");
  return { id, key: Buffer.from(key, "base64url") };
}

const settings = z.object({
  NODE_ENV: z
    .enum(["production", "development", "test"], "must be production, development or test")
    .default("development"),
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().default("localhost"),
  DATABASE_URL: address("must be the address of a PostgreSQL server", "postgres:", "postgresql:").optional(),
  DATABASE_POOL: whole(2, 200).default(10),
  DATABASE_POOLED: flag.default(false),
  DATABASE_REPLICA_URL: address("must be the address of a PostgreSQL server", "postgres:", "postgresql:").optional(),
  BUS_URL: address("must be the address of a Redis or NATS server", "redis:", "rediss:", "nats:").optional(),
  DATA_DIR: z.string().default(".data"),
  DEMO: flag.optional(),
  PUBLIC_URL: origin.optional(),
  TRUST_PROXY: flag.default(false),
  SMTP_URL: address("must be the address of a mail server", "smtp:", "smtps:").optional(),
  MAIL_FROM: z
    .string()
    .refine((value) => /^[^\r\n]*@[^\r\n]+$/.test(value), "must be a mail address")
    .default("Tailhour <no-reply@localhost>"),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{87}$/, "must be a public key of 65 bytes in base64url")
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, "must be a private key of 32 bytes in base64url")
    .optional(),
  VAPID_SUBJECT: address("must be a mailto: or https: address", "mailto:", "https:").optional(),
  WALLET_KEYS: walletKeys.optional(),
  PUSH_HOSTS: z
    .string()
    .regex(/^[a-z0-9.-]+(,[a-z0-9.-]+)*$/, "must be host names with commas between them")
    .optional(),
  PUSH_TEST_ORIGIN: z
    .string()
    .regex(/^http:\/\/(127\.0\.0\.1|localhost):\d{1,5}$/, "must be an address of this machine with a port")
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket")
    .optional(),
  S3_ENDPOINT: address("must be the address of an S3 service, without the bucket", "http:", "https:").optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_DIRECT: flag.default(true),
  S3_STS_ENDPOINT: address("must be the address of a token service", "http:", "https:").optional(),
  S3_STS_ROLE: z.string().startsWith("arn:", "must be the name of a role").optional(),
  COMPANION_PROVIDERS: z
    .string()
    .regex(/^[a-z]+=[^:,=]+:[^:,]+(,[a-z]+=[^:,=]+:[^:,]+)*$/, "must be name=key:secret, with commas between several")
    .optional(),
  COMPANION_SECRET: z.string().min(16, "must have at least 16 characters").optional(),
  PASSWORD_MIN: whole(6, 64).default(6),
  ADMIN_SECOND_FACTOR: flag.default(false),
  OPERATOR_NAME: line(120).optional(),
  OPERATOR_ADDRESS: line(200).optional(),
  OPERATOR_EMAIL: z.email("must be an email address").optional(),
  OPERATOR_PHONE: line(40).optional(),
  TEXTS_DIR: z.string().optional(),
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  LOG_LEVEL: z
    .enum(
      ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
      "must be fatal, error, warn, info, debug, trace or silent",
    )
    .default("info"),
  RATE_LIMIT_FACTOR: positive.default(1),
  LIMIT_LOGIN: limit(10),
  LIMIT_SIGNUP: limit(30),
  LIMIT_RESEND: limit(5),
  LIMIT_FORGOT: limit(5),
  LIMIT_MESSAGES: limit(600),
  LIMIT_NEW_RECEIVERS: limit(20),
  LIMIT_UPLOADS: limit(120),
  UPLOAD_QUOTA_MB: whole(10, 1_000_000).default(100),
  UPLOAD_MIN_FREE_MB: whole(0, 999_999_999).default(500),
  LIMIT_COMMANDS: limit(1000),
  LIMIT_LISTINGS: limit(20),
  LIMIT_READS: limit(6000),
  LIMIT_RUNNING: limit(200),
  LIMIT_HANDSHAKES: limit(2000),
  LIMIT_ADDRESS_HANDSHAKES: limit(50),
  LIMIT_ADDRESS_FACTOR: limit(20),
});

type Name = keyof typeof settings.shape;

const examples: Record<Name, string> = {
  NODE_ENV: "production",
  PORT: "3000",
  HOST: "0.0.0.0",
  DATABASE_URL: "postgres://tailhour:secret@localhost:5432/tailhour",
  DATABASE_POOL: "10",
  DATABASE_POOLED: "1",
  DATABASE_REPLICA_URL: "postgres://tailhour:secret@replica:5432/tailhour",
  BUS_URL: "redis://localhost:6379",
  DATA_DIR: "/var/lib/tailhour",
  DEMO: "1",
  PUBLIC_URL: "https://tailhour.example",
  TRUST_PROXY: "1",
  SMTP_URL: "smtp://user:secret@mail.example:587",
  MAIL_FROM: "Tailhour <no-reply@tailhour.example>",
  VAPID_PUBLIC_KEY: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  VAPID_PRIVATE_KEY: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  VAPID_SUBJECT: "mailto:fly@tailhour.example",
  WALLET_KEYS: "2026:b5yQ2nO5Zs1pU0Zc0m7m6sR2mY1kqzv3mC8dJ4xT9wE",
  PUSH_HOSTS: "push.example.org",
  PUSH_TEST_ORIGIN: "http://127.0.0.1:4010",
  S3_BUCKET: "tailhour-pictures",
  S3_ENDPOINT: "https://s3.eu-central-1.amazonaws.com",
  S3_REGION: "eu-central-1",
  S3_ACCESS_KEY_ID: "AKIAIOSFODNN7EXAMPLE",
  S3_SECRET_ACCESS_KEY: "the-secret-that-belongs-to-it",
  S3_DIRECT: "0",
  S3_STS_ENDPOINT: "https://sts.eu-central-1.amazonaws.com",
  S3_STS_ROLE: "arn:aws:iam::123456789012:role/tailhour-upload",
  COMPANION_PROVIDERS: "dropbox=key:secret",
  COMPANION_SECRET: "another-long-random-text",
  PASSWORD_MIN: "10",
  ADMIN_SECOND_FACTOR: "1",
  OPERATOR_NAME: "Example Aviation LLC",
  OPERATOR_ADDRESS: "1 Example Way, Springfield",
  OPERATOR_EMAIL: "help@tailhour.example",
  OPERATOR_PHONE: "+1 555 0100",
  TEXTS_DIR: "/etc/tailhour/texts",
  METRICS_TOKEN: "a-long-random-text",
  LOG_LEVEL: "info",
  RATE_LIMIT_FACTOR: "1",
  LIMIT_LOGIN: "10",
  LIMIT_SIGNUP: "30",
  LIMIT_RESEND: "5",
  LIMIT_FORGOT: "5",
  LIMIT_MESSAGES: "600",
  LIMIT_NEW_RECEIVERS: "20",
  LIMIT_UPLOADS: "120",
  UPLOAD_QUOTA_MB: "100",
  UPLOAD_MIN_FREE_MB: "500",
  LIMIT_COMMANDS: "1000",
  LIMIT_LISTINGS: "20",
  LIMIT_READS: "6000",
  LIMIT_RUNNING: "200",
  LIMIT_HANDSHAKES: "2000",
  LIMIT_ADDRESS_HANDSHAKES: "50",
  LIMIT_ADDRESS_FACTOR: "20",
};

/** All settings, for the test that compares them with .env.example. @internal */
export const settingNames = Object.keys(settings.shape);

export type Config = Omit<z.output<typeof settings>, "DEMO"> & {
  /** Demo data, demo logins and the demo mailbox exist. */
  DEMO: boolean;
};

/** Name prefixes of this program; in production an unknown name with one of them is a typo. */
const ownFamilies =
  /^(TAILHOUR_|LIMIT_|RATE_LIMIT_|SMTP_|MAIL_|VAPID_|PUSH_|S3_|COMPANION_|METRICS_|PASSWORD_|OPERATOR_|TEXTS_|UPLOAD_|WALLET_|DATABASE_|BUS_|TRUST_|ADMIN_|PUBLIC_URL|DEMO_)/;

/** Variables that Kubernetes and Docker set for linked services called `database` or `smtp`. */
const linkedServices = /_(SERVICE|PORT|ENV|NAME)(_|$)/;

function stop(name: Name, problem: string): never {
  throw new SettingError(`${name} ${problem}. Example: ${name}=${examples[name]}`);
}

function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const swapped = a.length === b.length && a[start] === b[start + 1] && a[start + 1] === b[start];
  return Math.max(a.length, b.length) - start - end <= (swapped ? 2 : 1);
}

function refuseUnknown(environment: NodeJS.ProcessEnv): void {
  const names = Object.keys(settings.shape) as Name[];
  for (const found of Object.keys(environment)) {
    if (found in settings.shape || linkedServices.test(found)) continue;
    const meant = names.find((name) => name.length >= 8 && isNear(found, name));
    if (meant) throw new SettingError(`${found} is not a setting. Did you mean ${meant}=${examples[meant]}?`);
    if (ownFamilies.test(found))
      throw new SettingError(`${found} is not a setting; .env.example lists them all. Example: PORT=${examples.PORT}`);
  }
}

function requirePair(given: Partial<Record<Name, unknown>>, missing: Name, found: Name): void {
  if (given[missing] === undefined && given[found] !== undefined) stop(missing, `is missing beside ${found}`);
}

/**
 * Reads the settings. An empty value counts as absent. In production an unknown name with one of our prefixes is an error.
 * @throws SettingError
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(
    Object.keys(settings.shape).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    stop(issue.path[0] as Name, issue.message);
  }
  requirePair(parsed.data, "VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY");
  requirePair(parsed.data, "VAPID_PRIVATE_KEY", "VAPID_PUBLIC_KEY");
  requirePair(parsed.data, "DATABASE_URL", "DATABASE_REPLICA_URL");
  if (parsed.data.DATABASE_POOLED) requirePair(parsed.data, "DATABASE_URL", "DATABASE_POOLED");
  for (const name of ["S3_ENDPOINT", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const)
    requirePair(parsed.data, name, "S3_BUCKET");
  requirePair(parsed.data, "S3_STS_ROLE", "S3_STS_ENDPOINT");
  // Companion uploads from its server straight to the bucket, without a session here.
  requirePair(parsed.data, "S3_BUCKET", "COMPANION_PROVIDERS");
  for (const name of ["COMPANION_SECRET", "PUBLIC_URL"] as const) requirePair(parsed.data, name, "COMPANION_PROVIDERS");
  // Every push would go to this origin and none to a device.
  if (parsed.data.PUSH_TEST_ORIGIN !== undefined && parsed.data.NODE_ENV !== "test")
    throw new SettingError("PUSH_TEST_ORIGIN is for tests: remove it, or say so. Example: NODE_ENV=test");
  // Without a key no admin could turn the factor on, and all would stay locked out.
  const { ADMIN_SECOND_FACTOR, DATABASE_URL, WALLET_KEYS } = parsed.data;
  if (ADMIN_SECOND_FACTOR && DATABASE_URL !== undefined && WALLET_KEYS === undefined)
    stop("WALLET_KEYS", "is missing beside ADMIN_SECOND_FACTOR");
  if (parsed.data.NODE_ENV === "production") refuseUnknown(environment);
  return { ...parsed.data, DEMO: parsed.data.DEMO ?? parsed.data.DATABASE_URL === undefined };
}

/** Whether only this machine can reach the server. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host.startsWith("127.");
}
