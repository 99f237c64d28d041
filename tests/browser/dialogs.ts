// The history entries of dialogs, as a page that is loaded again meets them.
import type { Page } from "@playwright/test";

/** Waits until a closed dialog's history entry is left: a reload before that is ended by the step back. */
export async function dialogLeft(page: Page): Promise<void> {
  await page.waitForFunction(() => !(history.state as { overlay?: boolean } | null)?.overlay);
}
