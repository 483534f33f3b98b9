import fc from 'fast-check';
import type { oas31 } from 'zod-openapi';

type Schema = oas31.SchemaObject | oas31.ReferenceObject;

/** A schema as an object. Its type also allows `boolean` and is declared by two libraries; the document has objects only. */
export function schemaObject(schema: unknown): Schema {
  if (typeof schema !== 'object' || schema === null)
    throw new Error(`Not an object: ${JSON.stringify(schema)}`);
  // The document has been linted, so an object in this position is a schema.
  return schema as Schema;
}

export type Value = fc.Arbitrary<unknown>;

/** The material of generated values. */
export interface Source {
  readonly document: oas31.OpenAPIObject;
  /** Ids of resources that exist, for fields whose names look like ids. */
  readonly ids: readonly string[];
}

/** Texts that are known to break services. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udc00b',
  '\u202e',
  '\ufeff',
  '\ufffe',
  '\u0007',
  '\r\nX-Injected: 1',
  '𝒳'.repeat(40),
  'e\u0301'.repeat(40),
  'x'.repeat(5000),
  'x'.repeat(60_000),
  "' or 1=1--",
  '\\',
  '%',
  '%00',
  '%s%n',
  '\u0024{7*7}',
  '{{7*7}}',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e999',
  '0190ffff-ffff-7fff-8fff-ffffffffffff',
  '00000000-0000-0000-0000-000000000000',
  '2026-02-30T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '0000-01-01T00:00:00Z',
  '24:00',
  'Etc/GMT+14',
];

const HOSTILE_NUMBERS = [0, -0, -1, 1, 1.5, -1e308, 1e308, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1e-7];

const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
);

/** Any JSON value. */
export const anything: Value = fc.oneof(
  hostileText,
  fc.constantFrom(...HOSTILE_NUMBERS, true, false, null),
  fc.array(hostileText, { maxLength: 4 }),
  fc.dictionary(fc.oneof(fc.constant('__proto__'), fc.constant('toString'), fc.string()), hostileText, {
    maxKeys: 3,
  }),
  fc.jsonValue({ maxDepth: 3 }),
);

const ID_NAME = /(?:Ids?|ID)$|^(?:before|after|around|code)$/;

/** A value for a field: mostly valid, sometimes at a bound, of another type, or hostile. */
export function fieldOf(source: Source, name: string, schema: Schema): Value {
  return fc.oneof({ weight: 8, arbitrary: valid(source, name, schema) }, { weight: 2, arbitrary: anything });
}

/** A body for a schema of an object: mostly valid, sometimes with missing or unknown fields. */
export function bodyOf(source: Source, schema: Schema): Value {
  return fc.oneof({ weight: 12, arbitrary: valid(source, '', schema) }, { weight: 1, arbitrary: anything });
}

function valid(source: Source, name: string, given: Schema): Value {
  const schema = resolved(source, given);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => valid(source, name, choice)));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'string':
      return texts(source, name, schema);
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return lists(source, name, schema);
    case 'object':
      return objects(source, schema);
    default:
      return anything;
  }
}

function resolved({ document }: Source, schema: Schema): oas31.SchemaObject {
  if (!('$ref' in schema)) return schema;
  const name = schema.$ref?.split('/').at(-1) ?? '';
  const target = document.components?.schemas?.[name];
  if (target === undefined || '$ref' in target) throw new Error(`${schema.$ref} is not in the document.`);
  return target;
}

function texts({ ids }: Source, name: string, schema: oas31.SchemaObject): Value {
  const { minLength: min = 0, maxLength: max = 100, pattern, examples = [], example } = schema;
  const samples = [...examples, example].filter((sample) => typeof sample === 'string');
  const ofLength = (length: number) =>
    fc.string({ unit: 'grapheme-ascii', minLength: length, maxLength: length });
  return fc.oneof(
    ...(ID_NAME.test(name) ? [{ weight: 12, arbitrary: fc.constantFrom(...ids) }] : []),
    ...(samples.length > 0 ? [{ weight: 3, arbitrary: fc.constantFrom(...samples) }] : []),
    ...(pattern === undefined ? [] : [{ weight: 3, arbitrary: fc.stringMatching(new RegExp(pattern)) }]),
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: min, maxLength: Math.min(max, 64) }) },
    ...[min, max, Math.max(min - 1, 0), max + 1].map((length) => ({
      weight: 1,
      arbitrary: ofLength(length),
    })),
    { weight: 1, arbitrary: hostileText },
  );
}

function numbers({ minimum = -10, maximum = 1000 }: oas31.SchemaObject): Value {
  const bounds = [minimum, maximum, minimum - 1, maximum + 1, ...HOSTILE_NUMBERS];
  return fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(...bounds));
}

function lists(source: Source, name: string, schema: oas31.SchemaObject): Value {
  const { items = {}, maxItems = 5 } = schema;
  const item = fieldOf(source, name, schemaObject(items));
  return fc.oneof(fc.array(item, { maxLength: 3 }), fc.array(item, { maxLength: maxItems + 1 }));
}

function objects(source: Source, schema: oas31.SchemaObject): Value {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]): [string, Value] => [
    name,
    fieldOf(source, name, schemaObject(field)),
  ]);
  const partial = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
  const whole = fc.record(Object.fromEntries(fields));
  const unknown = fc.dictionary(
    fc.oneof(fc.constantFrom('__proto__', 'constructor', 'id'), fc.string()),
    anything,
    {
      maxKeys: 2,
    },
  );
  return fc.oneof(
    { weight: 5, arbitrary: whole },
    { weight: 3, arbitrary: partial },
    { weight: 1, arbitrary: fc.tuple(whole, unknown).map(([known, unknown]) => ({ ...unknown, ...known })) },
  );
}
