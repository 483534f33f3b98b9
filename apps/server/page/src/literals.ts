import type { Json } from './operation.js';

/** How a language writes the values of JSON. */
interface Notation {
  readonly constants: Readonly<Record<'true' | 'false' | 'null', string>>;
  readonly key: (name: string) => string;
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

const TYPESCRIPT: Notation = {
  constants: { true: 'true', false: 'false', null: 'null' },
  key: (name) => (IDENTIFIER.test(name) ? name : quoted(name)),
};

const PYTHON: Notation = {
  constants: { true: 'True', false: 'False', null: 'None' },
  key: (name) => JSON.stringify(name),
};

/** A text in single quotes, as TypeScript writes it. */
export function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** A value as TypeScript writes it, its lines after the first one indented. */
export function typeScriptLiteral(value: Json, indent = ''): string {
  return literal(value, indent, '  ', TYPESCRIPT, quoted);
}

/** A value as Python writes it, its lines after the first one indented. */
export function pythonLiteral(value: Json, indent = ''): string {
  return literal(value, indent, '    ', PYTHON, JSON.stringify);
}

function literal(
  value: Json,
  indent: string,
  step: string,
  notation: Notation,
  text: (value: string) => string,
): string {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return notation.constants[`${value}`];
  if (value === null) return notation.constants.null;
  const inner = (one: Json) => literal(one, indent + step, step, notation, text);
  if (isList(value)) return block('[', value.map(inner), ']', indent, step);
  const fields = Object.entries(value).map(([name, one]) => `${notation.key(name)}: ${inner(one)}`);
  return block('{', fields, '}', indent, step);
}

function isList(value: readonly Json[] | { readonly [name: string]: Json }): value is readonly Json[] {
  return Array.isArray(value);
}

function block(open: string, items: readonly string[], close: string, indent: string, step: string): string {
  if (items.length === 0) return open + close;
  return `${open}\n${items.map((item) => `${indent}${step}${item},\n`).join('')}${indent}${close}`;
}
