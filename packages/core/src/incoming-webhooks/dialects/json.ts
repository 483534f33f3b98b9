/** A JSON value that a stranger has sent, of which nothing is known. */
export type Json = unknown;

/** The field of an object; undefined of anything else. */
export function field(value: Json, name: string): Json {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}

/** The value at a path such as `repository.owner.login`. */
export function at(value: Json, path: string): Json {
  return path.split('.').reduce(field, value);
}

/** The text at a path; null where there is none. A number is a text as well. */
export function textAt(value: Json, path: string): string | null {
  const found = at(value, path);
  if (typeof found === 'number') return String(found);
  return typeof found === 'string' && found !== '' ? found : null;
}

/** The items of the list at a path, at most `max`; none where there is no list. */
export function itemsAt(value: Json, path: string, max: number): Json[] {
  const found = at(value, path);
  return Array.isArray(found) ? found.slice(0, max) : [];
}
