import { isId } from '@palaver/db';
import { z } from 'zod';
import { AppError, type ErrorCode } from './errors.js';
import type { JsonInstant } from './json-rows.js';

/** An id as it leaves the service: a UUIDv7. */
export const Id = z.string().meta({ format: 'uuid', description: 'A UUIDv7.' });

/**
 * An id as it comes in: any string, because what cannot be an id is answered like an id of nothing (404).
 * Access functions check it with `knownId` before it reaches the database.
 */
export const IdInput = z.string().meta({ description: 'The id of the resource.' });

/** Returns the id, or throws `notFound` for a string that can be the id of nothing. */
export function knownId(id: string, notFound: ErrorCode): string {
  if (!isId(id)) throw new AppError(notFound);
  return id;
}

/** An instant as it leaves: ISO 8601 in UTC, the same text on every face. */
export const Instant = z.string().meta({ format: 'date-time', description: 'ISO 8601, UTC.' });

/** Writes an instant as it leaves the service. */
export function iso(at: Date | JsonInstant): string {
  return typeof at === 'string'
    ? `${at}${MILLISECONDS.slice(at.length - SECONDS_LENGTH)}Z`
    : at.toISOString();
}

const MILLISECONDS = '.000';
const SECONDS_LENGTH = '2026-01-01T00:00:00'.length;
