import * as core from 'zod/v4/core';
import * as protocol from '../../protocol/index.js';

type Shape = Readonly<Record<string, core.$ZodType>>;

/** A record of the protocol, by the name that the OpenAPI document has for it. */
interface NamedRecord {
  readonly name: string;
  readonly description: string;
  readonly shape: Shape;
}

const RECORDS: readonly NamedRecord[] = Object.values(protocol).flatMap((value): NamedRecord[] => {
  if (!(value instanceof core.$ZodObject)) return [];
  const { id, description = '' } = core.globalRegistry.get(value) ?? {};
  return id === undefined ? [] : [{ name: id, description, shape: value._zod.def.shape }];
});

export function isRecord(name: string): boolean {
  return RECORDS.some((record) => record.name === name);
}

/** Each record with its fields. One that has all fields of an earlier one, such as Me those of User, names only the others. */
export function recordTables(): string {
  return RECORDS.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, description, shape }) => {
      const base = baseOf(name, shape);
      const beside =
        base === null ? '' : ` It has the fields of [${base.name}](#${anchor(base.name)}), and these.`;
      const rows = Object.entries(shape).filter(([field]) => !(base && field in base.shape));
      return `## ${name}\n\n${description}${beside}\n\n${fieldTable(Object.fromEntries(rows))}`;
    })
    .join('\n\n');
}

/** The fields of a record or an event: name, type and meaning. */
export function fieldTable(shape: Shape): string {
  const rows = Object.entries(shape).map(
    ([field, schema]) => `| \`${field}\` | ${typeOf(schema, true)} | ${cell(descriptionOf(schema))} |`,
  );
  return ['| field | type | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The largest record, of four fields or more, whose fields all are in a shape; null for none. */
export function baseOf(name: string, shape: Shape): NamedRecord | null {
  const bases = RECORDS.filter(
    (other) => other.name !== name && size(other.shape) >= 4 && isPartOf(other.shape, shape),
  );
  return bases.toSorted((a, b) => size(b.shape) - size(a.shape))[0] ?? null;
}

const size = (shape: Shape) => Object.keys(shape).length;

function isPartOf(part: Shape, whole: Shape): boolean {
  const isSame = (field: string, schema: core.$ZodType) => {
    const other = whole[field];
    return other !== undefined && isAlike(schema, other);
  };
  return size(part) < size(whole) && Object.entries(part).every(([field, schema]) => isSame(field, schema));
}

/** Records of stored events are read loosely, so the schema of a field need not be the same object. */
function isAlike(a: core.$ZodType, b: core.$ZodType): boolean {
  return a === b || (descriptionOf(a) === descriptionOf(b) && typeOf(a, true) === typeOf(b, true));
}

const anchor = (name: string) => name.toLowerCase();

/** As the page writes types: `string or null`, `array of Reaction`; what has a page of its own by that name. */
function typeOf(schema: core.$ZodType, isWhole: boolean): string {
  const { id } = core.globalRegistry.get(schema) ?? {};
  if (id !== undefined && schema instanceof core.$ZodObject) return `[${id}](#${anchor(id)})`;
  // zod's union of all its schemas, which `def.type` tells apart; the base type of a schema hides it.
  const { def } = (schema as core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
    case 'boolean':
      return def.type;
    case 'number':
      return def.checks?.some((check) => check._zod.def.check === 'number_format') ? 'integer' : 'number';
    case 'literal':
      return choices(def.values, isWhole);
    case 'enum':
      return choices(Object.values(def.entries), isWhole);
    case 'array':
      return `array of ${typeOf(def.element, false)}`;
    case 'nullable':
      return `${typeOf(def.innerType, isWhole)}, or null`;
    case 'default':
    case 'optional':
      return typeOf(def.innerType, isWhole);
    case 'union':
      return [...new Set(def.options.map((option) => typeOf(option, false)))].join(' or ');
    case 'pipe':
      return typeOf(def.out, isWhole);
    case 'object':
      return objectType(def.shape);
    case 'record':
    case 'unknown':
      return 'object';
    default:
      throw new Error(`The page has no word for a zod ${def.type}.`);
  }
}

/** A record whose content may be of a later release has no name of its own, but its fields. */
function objectType(shape: Shape): string {
  const fields = Object.keys(shape);
  const same = RECORDS.find(
    (other) => size(other.shape) === fields.length && fields.every((field) => field in other.shape),
  );
  return same ? `[${same.name}](#${anchor(same.name)})` : `\`{${fields.join(', ')}}\``;
}

function choices(values: ReadonlyArray<core.util.Literal>, isWhole: boolean): string {
  const shown = values.map((value) => `\`${value}\``).join(', ');
  return isWhole || values.length === 1 ? shown : `(${shown})`;
}

/** The description of a schema, or of the one that it makes optional or nullable. */
export function descriptionOf(schema: core.$ZodType): string {
  const { description } = core.globalRegistry.get(schema) ?? {};
  if (description !== undefined) return description;
  const { def } = (schema as core.$ZodTypes)._zod;
  if ('innerType' in def) return descriptionOf(def.innerType);
  return def.type === 'pipe' ? descriptionOf(def.out) : '';
}

/** A text in a cell of a table. */
export const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
