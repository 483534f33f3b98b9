/**
 * A copy of a document in which every object schema refuses undeclared properties. The members of an `allOf` stay open,
 * because each of them is given the properties of the others too.
 */
export function closed<T>(document: T): T {
  // The shape of the original, with `additionalProperties` added to some schemas.
  return close(document, false) as T;
}

function close(value: unknown, insideAllOf: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => close(item, insideAllOf));
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, close(item, key === 'allOf')]),
  );
  const isObjectSchema =
    typeof copy.properties === 'object' && (copy.type === undefined || isObjectType(copy.type));
  if (isObjectSchema && !insideAllOf && !('additionalProperties' in copy)) copy.additionalProperties = false;
  return copy;
}

function isObjectType(type: unknown): boolean {
  return type === 'object' || (Array.isArray(type) && type.includes('object'));
}
