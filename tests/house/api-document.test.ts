import { expect, it } from "vitest";
import { apiDocument } from "./api-document.ts";

it("docs/api.md says what the lists say", async () => {
  await expect(apiDocument()).toMatchFileSnapshot("../../docs/api.md");
});
