/**
 * A copy of a document in which what may be null is `type: [X, "null"]` instead of `anyOf: [X, {type: "null"}]`. The
 * schemas mean the same, but many generators of code make a union of a second type out of an `anyOf`, or take it for
 * never null where X is a named list of values: so the values of such a list are written where they may be null.
 */
export function withNullInType<T>(document: T): T {
  const copy = rewritten(document, schemasOf(document));
  removeUnusedLists(copy);
  // The copy has the shape of the original, and each schema takes the same values.
  return copy as T;
}

/** A list of values that was named only where it may be null is written there now. */
function removeUnusedLists(document: unknown): void {
  const text = JSON.stringify(document);
  const schemas = schemasOf(document);
  for (const name of Object.keys(schemas)) {
    const isList = namedValues({ $ref: NAMED + name }, schemas) !== undefined;
    if (isList && !text.includes(`"${NAMED}${name}"`)) delete schemas[name];
  }
}

type Schema = Record<string, unknown>;

function schemasOf(document: unknown): Schema {
  const components = isObject(document) ? document.components : undefined;
  return isObject(components) && isObject(components.schemas) ? components.schemas : {};
}

function rewritten(value: unknown, schemas: Schema): unknown {
  if (Array.isArray(value)) return value.map((item) => rewritten(item, schemas));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, rewritten(item, schemas)]);
  return joined(Object.fromEntries(entries), schemas);
}

function joined(schema: Schema, schemas: Schema): object {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [given, second]: unknown[] = anyOf;
  const first = namedValues(given, schemas) ?? given;
  const isPlain = isObject(first) && typeof first.type === 'string' && !('const' in first);
  if (!isPlain || !isObject(second) || second.type !== 'null') return schema;
  const values = Array.isArray(first.enum) ? { enum: [...first.enum, null] } : {};
  return { ...first, ...rest, type: [first.type, 'null'], ...values };
}

const NAMED = '#/components/schemas/';

/** The list of values that a reference names; undefined for anything else. */
function namedValues(schema: unknown, schemas: Schema): Schema | undefined {
  if (!isObject(schema) || typeof schema.$ref !== 'string' || !schema.$ref.startsWith(NAMED))
    return undefined;
  const named = schemas[schema.$ref.slice(NAMED.length)];
  return isObject(named) && Array.isArray(named.enum) ? named : undefined;
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}
