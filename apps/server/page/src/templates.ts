import type { Json } from './operation.js';

/** What was made for the examples, by name: `made.channel.id`. */
export type Made = Readonly<Record<string, Readonly<Record<string, string>>>>;

const REFERENCE = /\{([a-z]\w*)(?:\.(\w+))?\}/gi;

/** The names of the objects that a template refers to: `channel` for `"{channel.id}"`. */
export function referencesOf(template: Json): string[] {
  const found = [...JSON.stringify(template).matchAll(REFERENCE)];
  return found.flatMap(([, name = '', field]) => (field === undefined ? [] : [name]));
}

/**
 * Fills a template: `{channel.id}` is a field of an object, `{unique}` is new at each call. For what is not made yet stands
 * `CHANNEL_ID`, for a person to replace.
 */
export function fill<T extends Json>(template: T, made: Made): T {
  const unique = crypto.randomUUID().slice(0, 8);
  const filled = (value: Json): Json => {
    if (typeof value === 'string')
      return value.replace(REFERENCE, (text, name: string, field?: string) =>
        field === undefined
          ? name === 'unique'
            ? unique
            : text
          : (made[name]?.[field] ?? placeholder(name, field)),
      );
    if (Array.isArray(value)) return value.map(filled);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one)]));
  };
  // Strings stay strings, and lists and objects keep their shape.
  return filled(template) as T;
}

function placeholder(name: string, field: string): string {
  const words = `${name.replace(/^spare/, '')} ${field}`.replace(/([a-z])([A-Z])/g, '$1 $2');
  return words.toUpperCase().replaceAll(' ', '_');
}
