import { expect, test } from 'vitest';
import { sealUnder } from './seal.js';

const ANSWER = '{"token":"plvb_secret"}';

test('what a token has closed, the same token opens', () => {
  expect(sealUnder('plv_a').open(sealUnder('plv_a').close(ANSWER))).toBe(ANSWER);
});

test('another token does not, nor does it open what was changed or never closed', () => {
  const sealed = sealUnder('plv_a').close(ANSWER);
  expect(sealUnder('plv_b').open(sealed)).toBeNull();
  const bytes = Buffer.from(sealed, 'base64url');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  expect(sealUnder('plv_a').open(bytes.toString('base64url'))).toBeNull();
  expect(sealUnder('plv_a').open(ANSWER)).toBeNull();
});

test('the same text is never closed to the same bytes', () => {
  const { close } = sealUnder('plv_a');
  expect(close(ANSWER)).not.toBe(close(ANSWER));
});
