import { timestamp, uuid } from 'drizzle-orm/pg-core';

/** A UUIDv7 primary or foreign key, made by the application (time-ordered, so B-trees grow at one end). */
export const id = (name: string) => uuid(name);

/** An instant, to the millisecond: what leaves as ISO 8601 is exactly what is stored. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
