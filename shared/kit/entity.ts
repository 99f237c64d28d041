// An entity is a kind of row that devices mirror: its zod schema, its key, its number in the change log.
import type { z } from "zod";

export type Entity<
  Schema extends z.ZodObject = z.ZodObject,
  Key extends string = string,
  Indexes extends readonly string[] = readonly string[],
> = {
  /** Name on the wire, in Dexie and in the database. */
  name: string;
  /** Field that identifies a row in batches, drops and the change log. */
  key: Key;
  /** Fields that the device indexes. */
  indexes: Indexes;
  schema: Schema;
};

/** Declares an entity. `key` and `indexes` must be fields of the schema; their literal types check the device's list of indexes. */
export function defineEntity<
  Schema extends z.ZodObject,
  const Key extends keyof z.infer<Schema> & string,
  const Indexes extends readonly (keyof z.infer<Schema> & string)[] = readonly [],
>(entity: { name: string; key: Key; indexes?: Indexes; schema: Schema }): Entity<Schema, Key, Indexes> {
  return { indexes: [] as readonly string[] as Indexes, ...entity };
}

/** A change to the rows on the screen by a waiting command; see `optimistic` of a command. */
export type Effect =
  | { kind: "put"; entity: string; key: string; row: Record<string, unknown> }
  | {
      kind: "patch";
      entity: string;
      key: string;
      fields: Record<string, unknown>;
    }
  | {
      kind: "patchWhere";
      entity: string;
      match: (row: Record<string, unknown>, anchor: Record<string, unknown> | undefined) => boolean;
      fields: Record<string, unknown>;
      anchor?: string | undefined;
    }
  | { kind: "drop"; entity: string; key: string };

export function put<Schema extends z.ZodObject>(entity: Entity<Schema>, row: z.infer<Schema>): Effect {
  const fields = row as Record<string, unknown>;
  return {
    kind: "put",
    entity: entity.name,
    key: String(fields[entity.key]),
    row: fields,
  };
}

export function patch<Schema extends z.ZodObject>(
  entity: Entity<Schema>,
  key: string,
  fields: Partial<z.infer<Schema>>,
): Effect {
  return {
    kind: "patch",
    entity: entity.name,
    key,
    fields: fields,
  };
}

/**
 * Patches all matching rows on the screen; never creates one. `anchor` is the key of a row to compare with: `match` gets that
 * row, or undefined if this device lacks it.
 */
export function patchWhere<Schema extends z.ZodObject>(
  entity: Entity<Schema>,
  match: (row: z.infer<Schema>, anchor: z.infer<Schema> | undefined) => boolean,
  fields: Partial<z.infer<Schema>>,
  anchor?: string,
): Effect {
  return {
    kind: "patchWhere",
    entity: entity.name,
    match: match as Extract<Effect, { kind: "patchWhere" }>["match"],
    fields: fields,
    anchor,
  };
}

export function drop(entity: Entity, key: string): Effect {
  return { kind: "drop", entity: entity.name, key };
}
