// The names of entities that devices mirror; contract.ts lists them.
import { entities } from "./contract.ts";

export { entities };

export type EntityName = keyof typeof entities;
