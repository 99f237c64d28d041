// What the screen says of something that waits until its sender's email is verified.
export function waitsForVerification(noun: "message" | "request" | "listing" | "change" = "change"): string {
  return `Your ${noun} waits until your email is verified. Then it goes by itself.`;
}
