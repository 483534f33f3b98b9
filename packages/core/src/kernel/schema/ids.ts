import { GivenId, SAMPLE_ID } from '../../protocol/primitives.js';

/**
 * An id of an input: any string, because one that is no id is answered with 404 like an unknown id (docs/reference.md,
 * Conventions). Access functions check it with `requireUuid` before it reaches the database. `whose` completes the
 * description "The id of …".
 */
export function idInput(whose: string) {
  return GivenId.meta({ description: `The id of ${whose}.`, example: SAMPLE_ID });
}

/** RFC 9562, 5.9 and 5.10: all ids are between these two, which are no ids themselves. */
export const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
export const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a string is well formed as an id. */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}
