import { hash, randomBytes } from 'node:crypto';

/** Prefixes let people and secret scanners recognise a leaked token. */
const PREFIX = { person: 'plv_', bot: 'plvb_', ticket: 'plvt_' } as const;

/** A new secret: 256 random bits behind a recognisable prefix. */
export function newToken(kind: keyof typeof PREFIX): string {
  return PREFIX[kind] + randomBytes(32).toString('base64url');
}

/** What is stored of a token. A plain SHA-256 is enough: there is nothing to guess in 256 random bits. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** The same hash in hexadecimal: what a session is looked up by. */
export function hexHashOf(token: string): string {
  return hash('sha256', token, 'hex');
}
