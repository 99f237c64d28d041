import type { Locator } from "@playwright/test";

/** Opens a select and presses the option with this text. */
export async function choose(field: Locator, option: string): Promise<void> {
  await field.click();
  await field.page().getByRole("option", { name: option, exact: true }).click();
}
