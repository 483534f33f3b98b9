import { bigint, pgTable, unique } from 'drizzle-orm/pg-core';
import { id } from './columns.js';
import { users } from './users.js';

/**
 * How many bytes of attachments a person has stored, those of their bots included; of all people together where
 * `person_id` is null. It changes with every insert and delete of attachments, in their transaction: adding up the files
 * of a person for each upload would take longer with each upload.
 */
export const storedBytes = pgTable(
  'stored_bytes',
  {
    personId: id('person_id').references(() => users.id),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
  },
  (t) => [unique('stored_bytes_person_key').on(t.personId).nullsNotDistinct()],
);
