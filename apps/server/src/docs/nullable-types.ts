/**
 * A copy of a document in which what may be null is `type: [X, "null"]` instead of `anyOf: [X, {type: "null"}]`. The
 * schemas mean the same, but many generators of code make a union of a second type out of an `anyOf`.
 */
export function withNullInType<T>(document: T): T {
  // The copy has the shape of the original, and each schema takes the same values.
  return rewritten(document) as T;
}

function rewritten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewritten);
  if (!isObject(value)) return value;
  return joined(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rewritten(item)])));
}

function joined(schema: Readonly<Record<string, unknown>>): object {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [first, second]: unknown[] = anyOf;
  const isPlain = isObject(first) && typeof first.type === 'string' && !('const' in first);
  if (!isPlain || !isObject(second) || second.type !== 'null') return schema;
  const values = Array.isArray(first.enum) ? { enum: [...first.enum, null] } : {};
  return { ...first, ...rest, type: [first.type, 'null'], ...values };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
