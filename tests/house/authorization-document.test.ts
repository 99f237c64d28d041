import { expect, it } from "vitest";
import { authorizationDocument } from "../authorization/document.ts";

it("docs/authorization.md matches the contract and the rows of the authorization matrix", async () => {
  await expect(authorizationDocument()).toMatchFileSnapshot("../../docs/authorization.md");
});
