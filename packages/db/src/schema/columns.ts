import { customType, jsonb, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** A UUIDv7 primary or foreign key, made by the application; ordered by time, so that B-trees grow at one end. */
export const id = (name: string) => uuid(name);

/** An instant in milliseconds: its ISO 8601 form in an answer is exactly what is stored. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** A byte string. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** The name of a thing in the system of whoever embeds the service; it is set by an API key alone. */
export const externalId = () => text('external_id');

/** An object of the embedding product, at most `METADATA_BYTES_MAX` long as JSON; null for none. */
export const metadata = () => jsonb('metadata').$type<Readonly<Record<string, unknown>>>();
