import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as core from 'zod/v4/core';
import { ERRORS } from '../protocol/error-codes.js';
import { ClientFrame } from '../protocol/frames.js';
import { INPUT_FIELDS, ROUTER_INPUTS } from './router-inputs.js';

/** Words of zod's own texts. */
const OF_ZOD =
  /invalid (?:input|option|string|number|key|value|element|discriminator)|expected|received|too (?:big|small)|unrecognized|pattern/i;

/** At least one of these is wrong for every kind of field, in every way that a schema can check. */
const VALUES: readonly unknown[] = [
  undefined,
  null,
  true,
  '',
  'x',
  'x'.repeat(100_000),
  '\0',
  'a\u202eb',
  'a\ud800',
  ' ',
  -1,
  0.5,
  1e300,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  [],
  [null],
  [5],
  Array(5000).fill('x'),
  {},
  { a: -1 },
  { a: 'x' },
  new Date(),
];

function messagesOf(schema: core.$ZodType, value: unknown): string[] {
  return core.safeParse(schema, value).error?.issues.map(({ message }) => message) ?? [];
}

describe('every text about an invalid field is ours', () => {
  test.each(INPUT_FIELDS.map((field) => [field.title, field.schema] as const))('%s', (_title, schema) => {
    const messages = VALUES.flatMap((value) => messagesOf(schema, value));
    expect(messages.length).toBeGreaterThan(0);
    for (const message of messages) {
      expect(message).not.toMatch(OF_ZOD);
      expect(message).toMatch(/^(?:is|must|has|give|at most) /);
    }
  });

  test('of a whole input and of a frame', () => {
    const schemas = [...ROUTER_INPUTS.map(({ schema }) => schema), ClientFrame];
    const values = [...VALUES, { type: 'shout' }, { type: 5, data: {} }, { type: 'subscribe', data: 5 }];
    const messages = schemas.flatMap((schema) => values.flatMap((value) => messagesOf(schema, value)));
    for (const message of new Set(messages)) expect(message).not.toMatch(OF_ZOD);
  });

  test.each<[z.ZodType, unknown, string]>([
    [z.string(), undefined, 'is required'],
    [z.string(), null, 'is required'],
    [z.string(), 5, 'must be a string'],
    [z.number().int(), 1.5, 'must be a whole number'],
    [z.boolean(), 'true', 'must be true or false'],
    [z.array(z.string()), {}, 'must be a list'],
    [z.string().max(64), 'x'.repeat(65), 'must have at most 64 characters'],
    [z.array(z.string()).min(1), [], 'must have at least 1 item'],
    [z.number().max(9), 10, 'must be at most 9'],
    [z.enum(['a', 'b']), 'c', 'must be one of "a", "b"'],
    [z.literal('a'), 'c', 'must be "a"'],
    [z.email(), 'c', 'must be an e-mail address'],
    [z.strictObject({}), { a: 1 }, 'has fields that are not known here: a'],
    [z.union([z.string(), z.number()]), true, 'has none of the documented forms'],
    [z.number().multipleOf(5), 3, 'must be a multiple of 5'],
    [z.string().regex(/a/), 'b', 'must be a string of the documented form'],
  ])('of a kind of issue: %#', (schema, value, message) => {
    expect(messagesOf(schema, value)).toEqual([message]);
  });
});

test('every error is a sentence that starts with a capital and ends with a full stop', () => {
  for (const [code, [, sentence]] of Object.entries(ERRORS)) expect(sentence, code).toMatch(/^[A-Z].*\.$/);
});
