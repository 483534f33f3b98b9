import type { oas31 } from 'zod-openapi';
import { type Html, html } from './html.js';
import { inlineMarkdown } from './markdown.js';

export type Schema = oas31.SchemaObject | oas31.ReferenceObject;

/** The name of the record that a schema refers to. */
export function recordName(schema: Schema): string | null {
  return '$ref' in schema && schema.$ref !== undefined ? (schema.$ref.split('/').at(-1) ?? null) : null;
}

/** The fields of an object, or of the objects of a list, one below the other. Records are links to their section. */
export function fieldList(schema: Schema): Html | null {
  if ('$ref' in schema) return null;
  const inner = schema.type === 'array' && schema.items !== undefined ? schema.items : schema;
  if ('$ref' in inner || inner.properties === undefined) return null;
  const required = new Set(inner.required ?? []);
  const fields = Object.entries(inner.properties).map(([name, field]) =>
    fieldRow(name, field, { isRequired: required.has(name) }),
  );
  return html`<ul class="fields">${fields}</ul>`;
}

/** What a row says of a field besides its schema. */
interface FieldFacts {
  readonly isRequired: boolean;
  /** That of the schema, where it is not given. */
  readonly description?: string | undefined;
  /** Where a parameter is: `path`, `query` or `header`. */
  readonly place?: string;
}

/** A field or a parameter: its name, its type, whether it must be given, what it means and how it is bounded. */
export function fieldRow(name: string, schema: Schema, { isRequired, place, ...facts }: FieldFacts): Html {
  const description = facts.description ?? schema.description;
  const bounds = boundsOf(schema);
  const nested = fieldList(soleOption(schema));
  return html`<li>
    <div class="field"><code>${name}</code> <span class="type">${typeOf(schema)}${place === undefined ? null : html` · ${place}`}</span>${isRequired ? html` <span class="required">required</span>` : null}</div>
    ${description === undefined ? null : html`<p>${inlineMarkdown(description)}</p>`}
    ${bounds.length === 0 ? null : html`<p class="bounds">${bounds.join(' · ')}</p>`}
    ${nested === null ? null : html`<details><summary>Fields of <code>${name}</code></summary>${nested}</details>`}
  </li>`;
}

/** The type of a value in words: `array of Message`, `string or null`. */
export function typeOf(schema: Schema): Html {
  const name = recordName(schema);
  if (name !== null || '$ref' in schema) return html`<a href="#record-${name}">${name}</a>`;
  const { type, items, anyOf, oneOf, additionalProperties, enum: values, const: constant } = schema;
  if (constant !== undefined) return html`${JSON.stringify(constant)}`;
  if (values !== undefined && values.length <= 8)
    return joined(values.map((value) => html`${JSON.stringify(value)}`));
  const options = anyOf ?? oneOf;
  if (options !== undefined) return joined(options.map((option) => typeOf(option)));
  if (type === 'array') return items === undefined ? html`array` : html`array of ${typeOf(items)}`;
  if (type === 'object' && typeof additionalProperties === 'object')
    return html`object of ${typeOf(additionalProperties)}`;
  if (type === undefined) return html`any`;
  return joined([type].flat().map((one) => html`${one}`));
}

function joined(options: readonly Html[]): Html {
  return html`${options.map((option, n) => (n === 0 ? option : html` or ${option}`))}`;
}

/** The schema itself, or the one form of it that is not null. */
function soleOption(schema: Schema): Schema {
  if ('$ref' in schema) return schema;
  const options = (schema.anyOf ?? []).filter((option) => !('type' in option && option.type === 'null'));
  return options.length === 1 && options[0] !== undefined ? options[0] : schema;
}

function boundsOf(given: Schema): string[] {
  const schema = soleOption(given);
  if ('$ref' in schema) return [];
  const {
    minLength,
    maxLength,
    minimum,
    maximum,
    minItems,
    maxItems,
    format,
    default: fallback,
  } = {
    ...schema,
    ...('default' in given ? { default: given.default } : {}),
  };
  const range = (from: number | undefined, to: number | undefined, unit: string) =>
    // zod writes the bounds of safe integers where a schema has none.
    to === undefined || to === Number.MAX_SAFE_INTEGER
      ? from === undefined || from === Number.MIN_SAFE_INTEGER
        ? []
        : [`at least ${from}${unit}`]
      : [
          from === undefined || from === Number.MIN_SAFE_INTEGER
            ? `at most ${to}${unit}`
            : `${from} to ${to}${unit}`,
        ];
  return [
    ...range(minLength, maxLength, ' characters'),
    ...range(minimum, maximum, ''),
    ...range(minItems, maxItems, ' items'),
    ...(format === undefined ? [] : [format]),
    ...(fallback === undefined ? [] : [`default ${JSON.stringify(fallback)}`]),
  ];
}
