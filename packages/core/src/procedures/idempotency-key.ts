import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '../kernel/errors/app-error.js';
import type { Seal } from '../kernel/services/seal.js';
import type { Idempotency } from '../log/idempotency.js';

/** The fields of inputs that hold passwords and other secrets that people choose, and codes that stand for them. */
const PASSWORD = /password|secret|totp|recoveryCode/i;

/**
 * The client key of this call, from the header or, where the input has one, its `nonce`; the header wins
 * (docs/reference.md, Idempotency). The hash covers the operation and its input, so that a key that is used for another
 * request is noticed. Throws `IDEMPOTENCY_KEY_INVALID`.
 *
 * The hash of an input with a password is made with `seal`: by a plain hash in the database, passwords could be guessed
 * much faster than by theirs. Without a token to make it from, no other request is a repetition.
 */
export function idempotencyOf(
  header: string | null,
  path: string,
  input: unknown,
  seal: Seal | null = null,
): Idempotency | null {
  const fields = typeof input === 'object' && input !== null ? input : {};
  const nonce = 'nonce' in fields && typeof fields.nonce === 'string' ? fields.nonce : null;
  const key = header ?? nonce;
  if (key === null) return null;
  if (key.length < 1 || key.length > 64 || !key.isWellFormed() || key.includes('\0')) {
    throw new AppError('IDEMPOTENCY_KEY_INVALID');
  }
  const request = JSON.stringify([path, sortKeys({ ...fields, nonce: undefined })]);
  if (Object.keys(fields).some((name) => PASSWORD.test(name))) {
    return { key, requestHash: seal?.digest(request) ?? randomBytes(32) };
  }
  return { key, requestHash: createHash('sha256').update(request).digest() };
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => [key, sortKeys(item)]);
}
