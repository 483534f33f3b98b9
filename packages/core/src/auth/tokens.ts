import { hash, randomBytes } from 'node:crypto';

/** With these prefixes people and secret scanners recognise a leaked token. */
const PREFIX = {
  person: 'plv_',
  bot: 'plvb_',
  ticket: 'plvt_',
  mail: 'plvm_',
  key: 'plvk_',
  exchange: 'plvx_',
  webhook: 'plvw_',
} as const;

/** A new token: a prefix and 256 random bits (docs/reference.md, section 5). */
export function newToken(kind: keyof typeof PREFIX): string {
  return PREFIX[kind] + randomBytes(32).toString('base64url');
}

/** Whether a token is that of an API key, valid or not. */
export function isApiKey(token: string): boolean {
  return token.startsWith(PREFIX.key);
}

/** The hash that is stored of a token. A plain SHA-256 is enough, because 256 random bits cannot be guessed. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** The same hash in hexadecimal, by which a session is looked up. */
export function hexHashOf(token: string): string {
  return hash('sha256', token, 'hex');
}
