import type { z } from 'zod';

/** A field that a request may leave out; `null` counts as left out (docs/reference.md, Conventions). */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();
}

/** An optional field that has a value where it is left out. */
export function optionalOr<Schema extends z.ZodType>(
  schema: Schema,
  value: z.core.util.NoUndefined<z.output<Schema>>,
) {
  return schema
    .default(value)
    .nullable()
    .transform((given) => given ?? value);
}

/** A field of a change that can be null in its record: `null` clears it; where it is left out, it stays. */
export function clearable<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish();
}
