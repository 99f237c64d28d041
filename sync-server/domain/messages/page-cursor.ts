// The opaque text that says where a page of messages or conversations ended.
import { z } from "zod";
import { DomainError } from "../../../shared/kit/errors.ts";
import { id, instant } from "../../../shared/kit/fields.ts";

const position = z.object({ createdAt: instant, id });
export type MessagePosition = z.infer<typeof position>;

export function writePosition({ createdAt, id: messageId }: MessagePosition): string {
  return Buffer.from(JSON.stringify({ createdAt, id: messageId })).toString("base64url");
}

/** @throws DomainError invalid for a text that is none */
export function readPosition(text: string | undefined): MessagePosition | null {
  if (text === undefined || text === "") return null;
  try {
    return position.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
  } catch {
    throw new DomainError("invalid", { fields: { cursor: "This page address is not valid" } });
  }
}
