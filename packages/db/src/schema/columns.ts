import { sql } from 'drizzle-orm';
import { type AnyPgColumn, customType, jsonb, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** A UUIDv7 primary or foreign key, made by the application; ordered by time, so that B-trees grow at one end. */
export const id = (name: string) => uuid(name);

/** An instant in milliseconds: its ISO 8601 form in an answer is exactly what is stored. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** A byte string. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** A text that is sealed under the secret key of the service. `secret-key/places.ts` of the core has a row for each such column. */
export const sealed = customType<{ data: string; driverData: string }>({ dataType: () => 'text' });

/** The name of a thing in the system of whoever embeds the service; it is set by an API key alone. */
export const externalId = () => text('external_id');

/** An object of the embedding product, at most `METADATA_BYTES_MAX` long as JSON; null for none. */
export const metadata = () => jsonb('metadata').$type<Readonly<Record<string, unknown>>>();

/**
 * Counts the changes of what indexes have of a text. Rows of an older form are written anew in the background, so a change of
 * it takes a migration, which makes the indexes of such rows again, and nothing else.
 */
export const INDEXED_FORM = 2;

export const indexedForm = (name: string) => smallint(name).notNull().default(1);

/** The condition of an index that is empty but after an upgrade. */
export const isOlderForm = (column: AnyPgColumn) => sql`${column} < ${sql.raw(String(INDEXED_FORM))}`;
