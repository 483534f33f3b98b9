type Fields = Readonly<Record<string, unknown>>;

/** Whether two values are the same, or have the same entries: items of an array, fields of a plain object. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => Object.is(item, b[index]));
  }
  if (!isFields(a) || !isFields(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && Object.is(a[key], b[key]));
}

/**
 * A value that equals `next`, with everything in it that equals its counterpart in `old` taken from there: what has not
 * changed keeps its identity, also when it was read again. Items of lists are compared by their `id`, else by their place.
 */
export function keepSame<Value>(old: unknown, next: Value): Value {
  const kept = Array.isArray(next) ? keepItems(old, next) : isFields(next) ? keepFields(old, next) : next;
  // Every part of it equals that of `next`.
  return (isSame(old, kept) ? old : kept) as Value;
}

function keepItems(old: unknown, next: readonly unknown[]): readonly unknown[] {
  if (!Array.isArray(old)) return next;
  const before: readonly unknown[] = old;
  const byId = new Map(before.map((item, index) => [idOf(item, index), item]));
  return next.map((item, index) => keepSame(byId.get(idOf(item, index)), item));
}

function keepFields(old: unknown, next: Fields): Fields {
  if (Object.is(old, next) || !isFields(old)) return next;
  return Object.fromEntries(Object.entries(next).map(([key, value]) => [key, keepSame(old[key], value)]));
}

function idOf(item: unknown, index: number): unknown {
  return isFields(item) && typeof item.id === 'string' ? item.id : index;
}

/** What a `Set` or a `Map` has is not in its fields. */
function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value?.constructor === Object;
}
