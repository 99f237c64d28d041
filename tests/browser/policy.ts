// Collects violations of the content security policy and Trusted Types during a test.
import type { BrowserContext } from "@playwright/test";

/** Collects violations in all pages of the context, including those that workers report in the console. */
export async function watchPolicy(context: BrowserContext): Promise<string[]> {
  const refused: string[] = [];
  await context.exposeFunction("noteRefusal", (words: string) => void refused.push(words));
  await context.addInitScript(() => {
    const { noteRefusal } = window as unknown as { noteRefusal(words: string): void };
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample, sourceFile }) =>
      noteRefusal([effectiveDirective, blockedURI, sample, sourceFile].join(" ")),
    );
  });
  context.on("console", (message) => {
    if (/content security policy|trusted/i.test(message.text())) refused.push(message.text());
  });
  return refused;
}
