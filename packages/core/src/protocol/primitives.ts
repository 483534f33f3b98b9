import { z } from 'zod';

/** The id of the examples in the documents. */
export const SAMPLE_ID = '019a7c1e-0f3b-7a52-9d6e-5b1f0c8a2e44';

/** An id in what the service sends: a UUIDv7. */
export const Id = z.string().meta({ format: 'uuid', description: 'A UUIDv7.' });

/**
 * An id in what a client sends. A UUID in capitals is the same id (RFC 9562, section 4); what is no id at all is refused
 * where it is looked up, like the id of nothing.
 */
export const GivenId = z.string().toLowerCase();

/** An instant in what the service sends: ISO 8601 in UTC, the same text on every API. */
export const Instant = z.string().meta({ format: 'date-time', description: 'ISO 8601, UTC.' });
