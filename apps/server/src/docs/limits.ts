import { LIMIT_KEY, type Limits } from '@palaver/core';

/** Writes the limits that the operator has set where a schema names one (`limitedBy`). */
export function withLimits<T>(document: T, limits: Limits): T {
  return JSON.parse(JSON.stringify(document), (_key, value) => limited(value, limits));
}

function limited(value: unknown, limits: Limits): unknown {
  if (typeof value !== 'object' || value === null || !(LIMIT_KEY in value)) return value;
  const { [LIMIT_KEY]: name, ...schema } = value;
  // Only `limitedBy` writes this key.
  const limit = limits[name as keyof Limits];
  return { ...schema, ['maxItems' in schema ? 'maxItems' : 'maxLength']: limit };
}
