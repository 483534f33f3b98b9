/** Fields that a request may leave out; `undefined` counts as left out. */
export type Given<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

/** The fields that are given. */
export function givenOf<Fields extends object>(given: Given<Fields>): Partial<Fields> {
  const found: Partial<Fields> = {};
  for (const name in given) {
    const value = given[name];
    if (value !== undefined) found[name] = value;
  }
  return found;
}

/** The given fields that differ from what is stored. Objects are compared as JSON, in which their keys are in one order. */
export function changesOf<Fields extends object>(stored: Fields, given: Given<Fields>): Partial<Fields> {
  const changes = givenOf<Fields>(given);
  for (const name in changes) {
    if (isSame(changes[name], stored[name])) delete changes[name];
  }
  return changes;
}

/** Whether two values are the same JSON. */
export function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Whether no field is in an object. */
export function isEmpty(fields: object): boolean {
  return Object.keys(fields).length === 0;
}
