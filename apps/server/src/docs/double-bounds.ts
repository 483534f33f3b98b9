/** Drops the bounds that zod writes on every `int()`: they are those of a double and say nothing about the field. */
export function dropDoubleBounds<T>(value: T): T {
  return JSON.parse(JSON.stringify(value, withoutDoubleBounds));
}

function withoutDoubleBounds(key: string, value: unknown): unknown {
  const isBound = key === 'minimum' || key === 'maximum';
  return isBound && typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER
    ? undefined
    : value;
}
