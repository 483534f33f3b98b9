import { TABLES } from '../samples.js';
import type { Hidden, HiddenField } from './access-table.js';
import { type Fixture, once } from './fixture.js';

/** Path parameters that are not ids. */
const NOT_IDS = new Set([
  'componentID',
  'emoji',
  'provider',
  'file',
  'address',
  'version',
  'externalID',
  'secret',
]);

const HIDDEN = new Map(TABLES.flatMap(({ hidden = {} }) => Object.entries(hidden)));

/** Every field of a body or a query that takes an id, with something hidden that it can name. */
export const HIDDEN_FIELDS: readonly HiddenField[] = TABLES.flatMap(({ hiddenFields = [] }) => hiddenFields);

/** A hidden thing that a path parameter of an operation can name; null if the parameter is not an id. */
export async function hiddenBehind(
  fixture: Fixture,
  operation: string,
  parameter: string,
): Promise<Hidden | null> {
  // From an admin of the service nothing is hidden there, and others are refused before anything is looked up.
  if (NOT_IDS.has(parameter) || operation.startsWith('admin.')) return null;
  const hide = HIDDEN.get(parameter);
  if (hide === undefined)
    throw new Error(`Say in the samples of its slice what hidden {${parameter}} can name.`);
  return once(fixture, `${parameter} of ${operation}`, async () => hide(fixture, operation));
}
