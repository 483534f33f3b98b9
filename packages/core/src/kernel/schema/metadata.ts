import { z } from 'zod';
import { Metadata } from '../../protocol/records/embedding.js';
import { nameOfCharacter } from './hidden-characters.js';

/** The most that `metadata` may be: bytes of its JSON in UTF-8, levels of nesting, and keys in all. */
export const METADATA_MAX = { bytes: 4096, levels: 8, keys: 256 } as const;

/** The printable characters of ASCII but the space. */
export const EXTERNAL_ID = /^[\x21-\x7e]{1,128}$/;

const BYTES_TEXT = METADATA_MAX.bytes.toLocaleString('en');

/**
 * An object of JSON that is stored and sent back as the same JSON on every API. Its keys are sorted as Postgres sorts those
 * of `jsonb`, so that an event, which is stored as text, equals an answer.
 */
export const MetadataInput = z
  .preprocess((given: Metadata, ctx): Metadata => {
    // What is no object at all is refused by the record's own check.
    if (!isPlainObject(given)) return given;
    const message = problemOf(given);
    if (message === null) return sorted(given);
    ctx.issues.push({ code: 'custom', input: given, message });
    return z.NEVER;
  }, Metadata)
  .meta({
    description:
      `An object of JSON, which replaces the earlier one: at most ${BYTES_TEXT} bytes, ` +
      `${METADATA_MAX.levels} levels and ${METADATA_MAX.keys} keys.`,
    example: { plan: 'gold', ticket: 4711 },
  });

/** An id of another system. It can stand in a header as it is. */
export const ExternalIdInput = z
  .string()
  .regex(EXTERNAL_ID, 'must be 1 to 128 letters, digits and signs of ASCII, without spaces')
  .meta({
    description: 'Its id in another system: 1 to 128 characters, unique. Only an API key sets it.',
    example: 'customer-4711',
  });

/** Why an object cannot be kept as it is; null where it can. Levels are checked first, so that nothing recurses deeply. */
function problemOf(given: object): string | null {
  const problem = problemOfValue(given, 1, { keys: 0 });
  if (problem !== null) return problem;
  const bytes = Buffer.byteLength(JSON.stringify(given));
  return bytes > METADATA_MAX.bytes ? `must be at most ${BYTES_TEXT} bytes as JSON` : null;
}

function problemOfValue(value: unknown, level: number, seen: { keys: number }): string | null {
  if (typeof value === 'string') return problemOfText(value);
  if (typeof value === 'number') return problemOfNumber(value);
  if (value === null || typeof value === 'boolean') return null;
  if (!Array.isArray(value) && !isPlainObject(value)) return 'must be of JSON';
  if (level > METADATA_MAX.levels) return `must have at most ${METADATA_MAX.levels} levels`;
  for (const [key, inner] of Object.entries(value)) {
    if (++seen.keys > METADATA_MAX.keys) return `must have at most ${METADATA_MAX.keys} keys and items`;
    // A client that copies it would set the prototype of the copy.
    if (key === '__proto__') return 'must not have the key "__proto__"';
    const problem = problemOfText(key) ?? problemOfValue(inner, level + 1, seen);
    if (problem !== null) return problem;
  }
  return null;
}

/** Postgres refuses NUL, and half of a surrogate pair has no UTF-8. */
function problemOfText(value: string): string | null {
  if (!value.isWellFormed()) return 'must not contain half of a surrogate pair';
  return value.includes('\0') ? `must not contain ${nameOfCharacter('\0')}` : null;
}

/** A larger whole number has lost digits when JSON is read, and `1e999` is read as infinite. */
function problemOfNumber(value: number): string | null {
  const isKept = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  return isKept ? null : 'must have no number beyond 2^53: send it as a text';
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function sorted(object: Metadata): Metadata {
  const entries = Object.entries(object).map(([key, value]) => ({ key, bytes: Buffer.from(key), value }));
  entries.sort((a, b) => a.bytes.length - b.bytes.length || a.bytes.compare(b.bytes));
  return Object.fromEntries(entries.map(({ key, value }) => [key, sortedValue(value)]));
}

function sortedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedValue);
  if (isPlainObject(value)) return sorted(value);
  // JSON has no negative zero.
  return value === 0 ? 0 : value;
}
