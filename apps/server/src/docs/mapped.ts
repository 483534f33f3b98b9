/** A copy of an object with each of its values replaced. */
export function mapped<T extends object>(values: T, replace: (value: T[keyof T]) => unknown): T {
  // The copy has the same keys, and `replace` keeps the kind of each value.
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, replace(value)])) as T;
}
