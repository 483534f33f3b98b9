import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encrypts what the service must read again, under its own secret key. A purpose names the kind of secret and the row that
 * holds it: what is closed for one purpose cannot be opened for another.
 */
export interface Secrets {
  close(text: string, purpose: string): string;
  /** Null for a text that was closed for another purpose or under another key, and for any other text. */
  open(sealed: string, purpose: string): string | null;
  /** By which nodes know that they have the same key; it tells nothing about the key. */
  readonly fingerprint: string;
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** `key` has at least 32 characters. */
export function secretsUnder(key: string): Secrets {
  return {
    close: (text, purpose) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, keyFor(key, purpose), iv);
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url');
    },
    open: (sealed, purpose) => {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < IV_BYTES + TAG_BYTES) return null;
      const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
      const iv = bytes.subarray(0, IV_BYTES);
      const decipher = createDecipheriv(CIPHER, keyFor(key, purpose), iv, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(tag);
      try {
        return (
          decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
        );
      } catch {
        return null;
      }
    },
    fingerprint: keyFor(key, 'the fingerprint of the key').toString('hex'),
  };
}

function keyFor(key: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `palaver: ${purpose}`, KEY_BYTES));
}
