import { expect, it } from "vitest";
import { apiDocument } from "./api-document.ts";

it("docs/api.md matches the lists of commands, queries and refusals", async () => {
  await expect(apiDocument()).toMatchFileSnapshot("../../docs/api.md");
});
