/**
 * A copy of a document in which what may be null is `type: [X, "null"]` instead of `anyOf: [X, {type: "null"}]`. The
 * schemas mean the same, but many generators of code make a union of a second type out of an `anyOf`, or take it for
 * never null where X is named: so the values of a named list are written where they may be null, and so is an object that is
 * named nowhere else.
 */
export function withNullInType<T>(document: T): T {
  const nullable = alwaysNullable(document);
  const written = new Map(
    Object.entries(schemasOf(document)).filter(
      ([name, schema]) => isObject(schema) && (Array.isArray(schema.enum) || nullable.has(name)),
    ),
  );
  const copy = rewritten(document, written);
  removeUnused(copy, [...written.keys()]);
  // The copy has the shape of the original, and each schema takes the same values.
  return copy as T;
}

const NAMED = '#/components/schemas/';
const REFERENCE = new RegExp(String.raw`(\[)?\{"\$ref":"${NAMED}([^"]+)"\}(,\{"type":"null"\}\])?`, 'g');

/** The schemas that are named only where null is allowed beside them. */
function alwaysNullable(document: unknown): ReadonlySet<string> {
  const [beside, elsewhere] = [new Set<string>(), new Set<string>()];
  for (const [, before, name = '', after] of JSON.stringify(document).matchAll(REFERENCE))
    (before && after ? beside : elsewhere).add(name);
  return new Set([...beside].filter((name) => !elsewhere.has(name)));
}

/** What was named only where it may be null is written there now. */
function removeUnused(document: unknown, names: readonly string[]): void {
  const text = JSON.stringify(document);
  const schemas = schemasOf(document);
  for (const name of names) if (!text.includes(`"${NAMED}${name}"`)) delete schemas[name];
}

type Schema = Record<string, unknown>;
/** The named schemas that are written where they may be null. */
type Written = ReadonlyMap<string, unknown>;

function schemasOf(document: unknown): Schema {
  const components = isObject(document) ? document.components : undefined;
  return isObject(components) && isObject(components.schemas) ? components.schemas : {};
}

function rewritten(value: unknown, written: Written): unknown {
  if (Array.isArray(value)) return value.map((item) => rewritten(item, written));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, rewritten(item, written)]);
  return joined(Object.fromEntries(entries), written);
}

function joined(schema: Schema, written: Written): object {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [given, second]: unknown[] = anyOf;
  const first = named(given, written) ?? given;
  const isPlain = isObject(first) && typeof first.type === 'string' && !('const' in first);
  if (!isPlain || !isObject(second) || second.type !== 'null') return schema;
  const values = Array.isArray(first.enum) ? { enum: [...first.enum, null] } : {};
  return { ...first, ...rest, type: [first.type, 'null'], ...values };
}

/** What a reference names, where it is to be written instead; undefined for anything else. */
function named(schema: unknown, written: Written): unknown {
  if (!isObject(schema) || typeof schema.$ref !== 'string') return undefined;
  return rewritten(written.get(schema.$ref.slice(NAMED.length)), written);
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}
