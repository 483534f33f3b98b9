import { z } from 'zod';

/** Outside of these years an ISO 8601 text has no year of four digits, or Postgres has no such year. */
const EARLIEST = Date.parse('1970-01-01T00:00:00.000Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** An instant in what a client sends. */
export const InstantInput = z
  .string()
  .max(40, 'must be an ISO 8601 date-time')
  .pipe(z.iso.datetime({ offset: true, message: 'must be an ISO 8601 date-time with "Z" or an offset' }))
  .transform((value) => new Date(value))
  .refine(
    (date) => date.getTime() >= EARLIEST && date.getTime() <= LATEST,
    'must lie in the years 1970 to 9999',
  )
  .meta({ format: 'date-time', example: '2026-03-01T12:00:00Z' });
