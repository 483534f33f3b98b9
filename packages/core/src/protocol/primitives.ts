import { z } from 'zod';

/** An id in what the service sends: a UUIDv7. */
export const Id = z.string().meta({ format: 'uuid', description: 'A UUIDv7.' });

/** An instant in what the service sends: ISO 8601 in UTC, the same text on every API. */
export const Instant = z.string().meta({ format: 'date-time', description: 'ISO 8601, UTC.' });
