import { customType, timestamp, uuid } from 'drizzle-orm/pg-core';

/** A UUIDv7 primary or foreign key, made by the application; ordered by time, so that B-trees grow at one end. */
export const id = (name: string) => uuid(name);

/** An instant in milliseconds: its ISO 8601 form in an answer is exactly what is stored. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** A byte string. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
