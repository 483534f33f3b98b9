import { expect, test } from 'vitest';
import { sealUnder } from './seal.js';

const ANSWER = '{"token":"plvb_secret"}';

test('a token opens what the same token has closed', () => {
  expect(sealUnder('plv_a').open(sealUnder('plv_a').close(ANSWER))).toBe(ANSWER);
});

test('another token does not open it, and nobody opens a text that was changed or never closed', () => {
  const sealed = sealUnder('plv_a').close(ANSWER);
  expect(sealUnder('plv_b').open(sealed)).toBeNull();
  const bytes = Buffer.from(sealed, 'base64url');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  expect(sealUnder('plv_a').open(bytes.toString('base64url'))).toBeNull();
  expect(sealUnder('plv_a').open(ANSWER)).toBeNull();
});

test('closing the same text twice gives different bytes', () => {
  const { close } = sealUnder('plv_a');
  expect(close(ANSWER)).not.toBe(close(ANSWER));
});

test('a digest is the same for the same token and text alone', () => {
  const digest = sealUnder('plv_a').digest(ANSWER);
  expect(digest).toHaveLength(32);
  expect(sealUnder('plv_a').digest(ANSWER)).toEqual(digest);
  expect(sealUnder('plv_b').digest(ANSWER)).not.toEqual(digest);
  expect(sealUnder('plv_a').digest(`${ANSWER} `)).not.toEqual(digest);
});
