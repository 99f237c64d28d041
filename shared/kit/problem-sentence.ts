// Error texts for invalid input without a text of its field. Users never read zod's messages.
import type { z } from "zod";
import { grouped } from "./counted.ts";

type Issue = z.core.$ZodRawIssue;

const kinds: Partial<Record<string, string>> = {
  string: "This must be text",
  number: "Enter a number",
  nan: "Enter a number",
  int: "Enter a whole number",
  boolean: "This must be true or false",
  array: "This must be a list",
  object: "This must be a group of fields",
  record: "This must be a group of fields",
};

const formats: Partial<Record<string, string>> = {
  uuid: "This id is not valid",
  datetime: "Enter a time as YYYY-MM-DDThh:mm:ssZ",
  date: "Choose a day as YYYY-MM-DD",
  email: "Enter a valid email address",
  url: "Enter a valid address",
};

const units: Partial<Record<string, string>> = { string: " characters", array: " entries" };

function size(limit: number | bigint, origin: string): string {
  return `${grouped(limit)}${units[origin] ?? ""}`;
}

/** An error map for `safeParse`; a message of the schema takes precedence. */
export function problemSentence(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "This field is required";
      return kinds[issue.expected] ?? "This is not valid";
    case "invalid_value":
      if (issue.input === undefined) return "This field is required";
      return `Choose one of: ${issue.values.map(String).join(", ")}`;
    case "too_big":
      return `At most ${size(issue.maximum, issue.origin)}`;
    case "too_small":
      return `At least ${size(issue.minimum, issue.origin)}`;
    case "invalid_format":
      return formats[issue.format] ?? "This is not in the right form";
    default:
      return "This is not valid";
  }
}
