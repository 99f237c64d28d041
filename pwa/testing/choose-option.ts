import { fireEvent, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";

/** Opens the list of a select. */
export async function optionsOf(field: HTMLElement): Promise<HTMLElement[]> {
  // The first import takes long on a busy machine.
  await import("../ui/form/select-list.tsx");
  fireEvent.click(field);
  const list = await waitFor(() => {
    const found = document.getElementById(field.getAttribute("aria-controls") ?? "");
    expect(found).toBeTruthy();
    return found!;
  });
  return within(list).getAllByRole("option");
}

/** Chooses the option with this text. */
export async function chooseOption(field: HTMLElement, text: string): Promise<void> {
  const options = await optionsOf(field);
  fireEvent.click(options.find(({ textContent }) => textContent === text)!);
  await waitFor(() => expect(field.getAttribute("aria-expanded")).toBe("false"));
}
