import { LIMIT_KEY, type Limits } from '@palaver/core';

/** Writes the limits that the operator has set where a schema names one (`limitedBy`). */
export function withLimits<T>(document: T, limits: Limits): T {
  return JSON.parse(JSON.stringify(document), (_key, value) => limited(value, limits));
}

function limited(value: unknown, limits: Limits): unknown {
  if (typeof value !== 'object' || value === null || !(LIMIT_KEY in value)) return value;
  const { [LIMIT_KEY]: name, ...schema } = value;
  const limit = Object.entries(limits).find(([key]) => key === name)?.[1];
  return { ...schema, ['maxItems' in schema ? 'maxItems' : 'maxLength']: limit };
}
