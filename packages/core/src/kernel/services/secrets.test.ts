import { describe, expect, test } from 'vitest';
import { PURPOSES, secretsUnder } from './secrets.js';

const KEY = 'a key of the service for this test';
const OTHER_KEY = `${KEY}!`;
const [ALICE, BOB] = [PURPOSES.authenticatorApp('alice'), PURPOSES.authenticatorApp('bob')];
const FILE = PURPOSES.fileAddress();

describe('secrets', () => {
  const secrets = secretsUnder(KEY);

  test('are opened with the same key and for the same purpose alone', () => {
    const sealed = secrets.close('a secret ä', ALICE);
    expect(secretsUnder(KEY).open(sealed, ALICE)).toBe('a secret ä');
    expect(secrets.open(sealed, BOB)).toBeNull();
    expect(secretsUnder(OTHER_KEY).open(sealed, ALICE)).toBeNull();
  });

  test('are sealed differently each time, and show nothing of the text', () => {
    const sealed = [1, 2].map(() => secrets.close('a secret', ALICE));
    expect(new Set(sealed).size).toBe(2);
    for (const one of sealed) expect(Buffer.from(one, 'base64url').toString()).not.toContain('a secret');
  });

  test('are refused when a bit is changed or some are missing', () => {
    const sealed = Buffer.from(secrets.close('a secret', ALICE), 'base64url');
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(secrets.open(changed.toString('base64url'), ALICE)).toBeNull();
      expect(secrets.open(sealed.subarray(0, at).toString('base64url'), ALICE)).toBeNull();
    }
    expect(secrets.open('nonsense !', ALICE)).toBeNull();
  });

  test('sign the same text in the same way, under the same key and for the same purpose alone', () => {
    const signature = secrets.sign('a text', FILE);
    expect(secretsUnder(KEY).sign('a text', FILE)).toBe(signature);
    expect(secrets.isSigned('a text', signature, FILE)).toBe(true);
    expect(secrets.isSigned('a text!', signature, FILE)).toBe(false);
    expect(secrets.isSigned('a text', signature, PURPOSES.unsubscribe())).toBe(false);
    expect(secretsUnder(OTHER_KEY).isSigned('a text', signature, FILE)).toBe(false);
    for (const wrong of ['', signature.slice(1), `${signature}A`, 'nonsense !'])
      expect(secrets.isSigned('a text', wrong, FILE)).toBe(false);
  });

  test('have a fingerprint that is that of the key', () => {
    expect(secretsUnder(KEY).fingerprint).toBe(secrets.fingerprint);
    expect(secretsUnder(OTHER_KEY).fingerprint).not.toBe(secrets.fingerprint);
    expect(secrets.fingerprint).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('with a key before', () => {
  const before = secretsUnder(KEY);
  const rotated = secretsUnder(OTHER_KEY, KEY);

  test('what it closed and signed is still read, and what is new is under the new key', () => {
    const sealed = before.close('a secret', ALICE);
    expect(rotated.open(sealed, ALICE)).toBe('a secret');
    expect(rotated.open(sealed, BOB)).toBeNull();
    expect(rotated.keyOf(sealed, ALICE)).toBe('previous');
    expect(rotated.keyOf(sealed, BOB)).toBeNull();
    expect(rotated.isSigned('a text', before.sign('a text', FILE), FILE)).toBe(true);

    const anew = rotated.close('a secret', ALICE);
    expect(rotated.keyOf(anew, ALICE)).toBe('current');
    expect(before.open(anew, ALICE)).toBeNull();
    expect(secretsUnder(OTHER_KEY).open(anew, ALICE)).toBe('a secret');
    expect(rotated.sign('a text', FILE)).toBe(secretsUnder(OTHER_KEY).sign('a text', FILE));
  });

  test('both fingerprints are known', () => {
    expect(before.previousFingerprint).toBeNull();
    expect(rotated.previousFingerprint).toBe(before.fingerprint);
  });
});
