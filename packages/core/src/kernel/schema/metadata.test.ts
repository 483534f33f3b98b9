import { describe, expect, test } from 'vitest';
import { ExternalIdInput, METADATA_MAX, MetadataInput } from './metadata.js';

const parse = (json: string) => MetadataInput.safeParse(JSON.parse(json));
const messageOf = (json: string) => parse(json).error?.issues[0]?.message ?? null;
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
/** An object whose JSON has this many bytes. */
const ofBytes = (bytes: number) => JSON.stringify({ a: 'x'.repeat(bytes - '{"a":""}'.length) });

describe('metadata', () => {
  test.each([
    ['nothing in it', '{}'],
    ['every type of JSON', '{"a":null,"b":true,"c":-1.5e-7,"d":"ü😀","e":[1,[]],"f":{}}'],
    ['as many bytes as there may be', ofBytes(METADATA_MAX.bytes)],
    ['as many levels as there may be', nested(METADATA_MAX.levels)],
    ['keys that objects of JavaScript have', '{"constructor":1,"toString":2,"prototype":{"a":1}}'],
    ['the largest whole number that keeps its digits', '{"a":9007199254740991}'],
  ])('takes %s', (_what, json) => {
    expect(parse(json).error).toBeUndefined();
    expect(parse(json).data).toEqual(JSON.parse(json));
  });

  test.each([
    ['one byte too many', ofBytes(METADATA_MAX.bytes + 1), 'must be at most 4,096 bytes as JSON'],
    [
      'as many characters of more bytes',
      JSON.stringify({ a: 'ü'.repeat(2100) }),
      'must be at most 4,096 bytes as JSON',
    ],
    ['one level too many', nested(METADATA_MAX.levels + 1), 'must have at most 8 levels'],
    [
      'lists as deep as a body allows',
      `{"a":${'['.repeat(3000)}${']'.repeat(3000)}}`,
      'must have at most 8 levels',
    ],
    [
      'too many keys',
      JSON.stringify({ a: Array(METADATA_MAX.keys).fill(0) }),
      'must have at most 256 keys and items',
    ],
    [
      'a key that sets a prototype',
      '{"a":{"__proto__":{"admin":true}}}',
      'must not have the key "__proto__"',
    ],
    [
      'a number that lost digits',
      '{"a":12345678901234567890}',
      'must have no number beyond 2^53: send it as a text',
    ],
    ['an infinite number', '{"a":1e999}', 'must have no number beyond 2^53: send it as a text'],
    ['NUL in a text', '{"a":"\\u0000"}', 'must not contain U+0000 (NULL)'],
    ['NUL in a key', '{"\\u0000":1}', 'must not contain U+0000 (NULL)'],
    ['half of a surrogate pair', '{"a":"\\ud800"}', 'must not contain half of a surrogate pair'],
  ])('refuses %s', (_what, json, message) => {
    expect(messageOf(json)).toBe(message);
  });

  test.each(['[]', '"text"', '1', 'true'])('refuses %s, which is no object', (json) => {
    expect(parse(json).success).toBe(false);
  });

  test('its keys are in the order of Postgres, on every level, and no zero is negative', () => {
    const json = '{"bb":{"zz":1,"y":2},"é":1,"a":[{"d":1,"c":-0}],"":0}';
    expect(JSON.stringify(parse(json).data)).toBe('{"":0,"a":[{"c":0,"d":1}],"bb":{"y":2,"zz":1},"é":1}');
  });
});

test.each(['', 'x'.repeat(129), 'with space', 'line\nbreak', 'ünïcode', 'nul\0'])(
  'the external id %j is refused',
  (id) => {
    expect(ExternalIdInput.safeParse(id).success).toBe(false);
  },
);

test.each(['a', 'x'.repeat(128), 'urn:acme:person/4711?#%', 'ann@example.com'])(
  'the external id %j is taken',
  (id) => {
    expect(ExternalIdInput.parse(id)).toBe(id);
  },
);
