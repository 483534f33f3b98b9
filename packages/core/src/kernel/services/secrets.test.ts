import { describe, expect, test } from 'vitest';
import { secretsUnder } from './secrets.js';

const KEY = 'a key of the service for this test';

describe('secrets', () => {
  const secrets = secretsUnder(KEY);

  test('are opened with the same key and for the same purpose alone', () => {
    const sealed = secrets.close('a secret ä', 'totp of alice');
    expect(secretsUnder(KEY).open(sealed, 'totp of alice')).toBe('a secret ä');
    expect(secrets.open(sealed, 'totp of bob')).toBeNull();
    expect(secretsUnder(`${KEY}!`).open(sealed, 'totp of alice')).toBeNull();
  });

  test('are sealed differently each time, and show nothing of the text', () => {
    const sealed = [1, 2].map(() => secrets.close('a secret', 'x'));
    expect(new Set(sealed).size).toBe(2);
    for (const one of sealed) expect(Buffer.from(one, 'base64url').toString()).not.toContain('a secret');
  });

  test('are refused when a bit is changed or some are missing', () => {
    const sealed = Buffer.from(secrets.close('a secret', 'x'), 'base64url');
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(secrets.open(changed.toString('base64url'), 'x')).toBeNull();
      expect(secrets.open(sealed.subarray(0, at).toString('base64url'), 'x')).toBeNull();
    }
    expect(secrets.open('nonsense !', 'x')).toBeNull();
  });

  test('sign the same text in the same way, under the same key and for the same purpose alone', () => {
    const signature = secrets.sign('a text', 'files');
    expect(secretsUnder(KEY).sign('a text', 'files')).toBe(signature);
    expect(secrets.isSigned('a text', signature, 'files')).toBe(true);
    expect(secrets.isSigned('a text!', signature, 'files')).toBe(false);
    expect(secrets.isSigned('a text', signature, 'mails')).toBe(false);
    expect(secretsUnder(`${KEY}!`).isSigned('a text', signature, 'files')).toBe(false);
    for (const wrong of ['', signature.slice(1), `${signature}A`, 'nonsense !'])
      expect(secrets.isSigned('a text', wrong, 'files')).toBe(false);
  });

  test('have a fingerprint that is that of the key', () => {
    expect(secretsUnder(KEY).fingerprint).toBe(secrets.fingerprint);
    expect(secretsUnder(`${KEY}!`).fingerprint).not.toBe(secrets.fingerprint);
    expect(secrets.fingerprint).toMatch(/^[0-9a-f]{64}$/);
  });
});
