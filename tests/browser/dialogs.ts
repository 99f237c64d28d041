// The history entries of dialogs, as a page that is loaded again meets them.
import type { Page } from "@playwright/test";

type Entry = { overlay?: boolean } | null;

/** Waits until an open dialog has its history entry: a step back before that would leave the page. */
export async function dialogEntered(page: Page): Promise<void> {
  await page.waitForFunction(() => (history.state as Entry)?.overlay);
}

/** Waits until a closed dialog's history entry is left: a reload before that is ended by the step back. */
export async function dialogLeft(page: Page): Promise<void> {
  await page.waitForFunction(() => !(history.state as Entry)?.overlay);
}
