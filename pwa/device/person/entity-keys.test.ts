import { expect, it } from "vitest";
import { entities } from "../../../shared/entities.ts";
import { entityKeys } from "./entity-keys.ts";

it("names every mirrored kind of row and its key, as the list does", () => {
  const listed = Object.values(entities).map(({ name, key }) => [name, key]);
  expect([...entityKeys]).toEqual(listed);
});
