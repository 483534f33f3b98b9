import type { oas31 } from 'zod-openapi';

type Schema = oas31.SchemaObject | oas31.ReferenceObject;
type Schemas = NonNullable<oas31.ComponentsObject['schemas']>;

/** A longer pattern says less than the meaning of the field beside it. */
const LONGEST_PATTERN = 32;

/**
 * The type of an input's field with its bounds, as the pages write it: `string, 2 to 32 characters`. Null is not named: it is
 * the same for all fields (docs/reference.md, Conventions).
 */
export function typeOf(schema: Schema, named: Schemas): string {
  if ('$ref' in schema) return typeOfNamed(nameOf(schema.$ref), named);
  const standard = schema.default === undefined ? [] : [`default \`${JSON.stringify(schema.default)}\``];
  return [wordOf(schema, named), ...boundsOf(schema), ...standard].join(', ');
}

function wordOf(schema: oas31.SchemaObject, named: Schemas): string {
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum !== undefined)
    return schema.enum
      .filter((value) => value !== null)
      .map(code)
      .join(', ');
  const type = [schema.type].flat().find((one) => one !== 'null');
  if (type === 'array') return `array of ${schema.items ? typeOf(schema.items, named) : 'anything'}`;
  if (schema.format === 'binary') return 'file';
  if (schema.format === 'date-time') return 'date-time';
  return type ?? 'anything';
}

function boundsOf(schema: oas31.SchemaObject): string[] {
  const { format, maxLength, minLength, minimum, maximum, minItems, maxItems, pattern } = schema;
  const bounds = [
    format === 'date-time' ? null : between(minLength, maxLength, 'character'),
    between(minimum, maximum, null),
    between(minItems, maxItems, 'item'),
    pattern !== undefined && pattern.length <= LONGEST_PATTERN ? `\`${pattern}\`` : null,
  ];
  return bounds.filter((bound) => bound !== null);
}

/** The bounds of a length (`noun`) or of a number (null); null for none. */
function between(least: number | undefined, most: number | undefined, noun: string | null): string | null {
  const unit = noun === null ? '' : ` ${noun}${most === 1 ? '' : 's'}`;
  const number = (value: number) => value.toLocaleString('en');
  if (most === undefined) return least ? `at least ${number(least)}${unit}` : null;
  if (noun !== null && !least) return `at most ${number(most)}${unit}`;
  return `${number(least ?? 0)} to ${number(most)}${unit}`;
}

const code = (value: unknown) => `\`${String(value)}\``;

/** Where a named record stands, the choices of a named list of them, or the name. */
export function typeOfNamed(name: string, named: Schemas): string {
  const schema = named[name];
  if (schema && 'enum' in schema) return wordOf(schema, named);
  return schema && 'properties' in schema ? `[${name}](records.md#${name.toLowerCase()})` : code(name);
}

/** The name of a component, of a reference to it. */
export const nameOf = (reference = ''): string => reference.split('/').at(-1) ?? '';
