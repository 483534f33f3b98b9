import { z } from 'zod';

/**
 * An id as it comes in: any string, because what cannot be an id is answered like an id of nothing (404).
 * Access functions check it with `requireUuid` before it reaches the database.
 */
export const IdInput = z.string().meta({ description: 'The id of the resource.' });

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a string can be an id at all. What cannot is a 404 before it reaches the database. */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}
