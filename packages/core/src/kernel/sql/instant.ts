declare const jsonInstant: unique symbol;
/**
 * An instant in the JSON of `jsonColumns`: in UTC, but without a zone, and without zeros at the end of its milliseconds.
 */
export type JsonInstant = string & { readonly [jsonInstant]: true };

/** Writes an instant as the service sends it: ISO 8601, UTC, milliseconds. */
export function iso(at: Date | JsonInstant): string {
  return typeof at === 'string'
    ? `${at}${MILLISECONDS.slice(at.length - SECONDS_LENGTH)}Z`
    : at.toISOString();
}

const MILLISECONDS = '.000';
const SECONDS_LENGTH = '2026-01-01T00:00:00'.length;
