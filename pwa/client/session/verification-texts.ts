// The texts for a change that waits until the sender's email is verified.
export function waitsForVerification(noun: "message" | "request" | "listing" | "change" = "change"): string {
  return `Your ${noun} waits until your email is verified. Then it goes by itself.`;
}
