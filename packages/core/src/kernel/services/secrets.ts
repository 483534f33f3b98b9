import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/**
 * Encrypts what the service must read again, and signs what it must know again, under its own secret key. A purpose names the kind
 * of secret and the row that holds it: what is closed or signed for one purpose is nothing for another.
 */
export interface Secrets {
  close(text: string, purpose: string): string;
  /** Null for a text that was closed for another purpose or under another key, and for any other text. */
  open(sealed: string, purpose: string): string | null;
  /** A signature, the same each time, on all nodes with the key. */
  sign(text: string, purpose: string): string;
  isSigned(text: string, signature: string, purpose: string): boolean;
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
    sign: (text, purpose) => signatureOf(key, text, purpose).toString('base64url'),
    isSigned: (text, signature, purpose) => {
      const given = Buffer.from(signature, 'base64url');
      const due = signatureOf(key, text, purpose);
      return given.length === due.length && timingSafeEqual(given, due);
    },
    fingerprint: keyFor(key, 'the fingerprint of the key').toString('hex'),
  };
}

function signatureOf(key: string, text: string, purpose: string): Buffer {
  return createHmac('sha256', keyFor(key, purpose)).update(text).digest();
}

function keyFor(key: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `palaver: ${purpose}`, KEY_BYTES));
}
