/** Drops the bounds that zod writes on every `int()`: those of a double, which say nothing about the field. */
export function dropNoise<T>(value: T): T {
  // A copy of the same shape: only numbers that nobody set are left out.
  return JSON.parse(JSON.stringify(value, withoutDoubleBounds)) as T;
}

function withoutDoubleBounds(key: string, value: unknown): unknown {
  const isBound = key === 'minimum' || key === 'maximum';
  return isBound && typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER
    ? undefined
    : value;
}
