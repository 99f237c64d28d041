// What the content security policy and Trusted Types refuse while a test runs.
import type { BrowserContext } from "@playwright/test";

/** Collects what the policy refuses in every page of the context, workers' reports in the console included. */
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
