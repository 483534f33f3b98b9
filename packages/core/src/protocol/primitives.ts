import { z } from 'zod';

/** An id as it leaves the service: a UUIDv7. */
export const Id = z.string().meta({ format: 'uuid', description: 'A UUIDv7.' });

/** An instant as it leaves: ISO 8601 in UTC, the same text on every API. */
export const Instant = z.string().meta({ format: 'date-time', description: 'ISO 8601, UTC.' });
