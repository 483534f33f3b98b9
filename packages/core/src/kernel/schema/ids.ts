import { GivenId, SAMPLE_ID } from '../../protocol/primitives.js';

/**
 * An id of an input: any string, because one that is no id is answered with 404 like an unknown id (docs/reference.md,
 * Conventions). Access functions check it with `requireUuid` before it reaches the database. `whose` completes the
 * description "The id of …".
 */
export function idInput(whose: string) {
  return GivenId.meta({ description: `The id of ${whose}.`, example: SAMPLE_ID });
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a string is well formed as an id. */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}
