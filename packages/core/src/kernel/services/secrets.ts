import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/**
 * What texts are closed and signed for: the kind of secret, and the row that holds it. What is closed for one purpose is nothing for
 * another. `secret-key/places.ts` says for each kind where it is stored.
 */
export const PURPOSES = {
  authenticatorApp: (userId: string) => `the authenticator app of ${userId}` as const,
  /** An outgoing webhook, or a bot that is called. */
  calledWebhook: (id: string) => `outgoing webhook ${id}` as const,
  githubSecret: (webhookId: string) => `the GitHub secret of the webhook ${webhookId}` as const,
  unsubscribe: () => 'unsubscribe from digests' as const,
  fileAddress: () => 'the address of a file' as const,
};

export type PurposeName = keyof typeof PURPOSES;
export type Purpose = ReturnType<(typeof PURPOSES)[PurposeName]>;

/**
 * Encrypts what the service must read again, and signs what it must know again, under its own secret key. What was closed or signed
 * under the key before is still opened and known where the service has that key too.
 */
export interface Secrets {
  close(text: string, purpose: Purpose): string;
  /** Null for a text that was closed for another purpose or under another key, and for any other text. */
  open(sealed: string, purpose: Purpose): string | null;
  /** Which key opens a text; null: none of them. */
  keyOf(sealed: string, purpose: Purpose): 'current' | 'previous' | null;
  /** A signature, the same each time, on all nodes with the key. */
  sign(text: string, purpose: Purpose): string;
  isSigned(text: string, signature: string, purpose: Purpose): boolean;
  /** By which nodes know that they have the same key; it tells nothing about the key. */
  readonly fingerprint: string;
  /** Null without a key before. */
  readonly previousFingerprint: string | null;
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Each key has at least 32 characters. `previous` opens and knows what it has closed and signed, and closes and signs nothing. */
export function secretsUnder(key: string, previous: string | null = null): Secrets {
  const keys = previous === null ? [key] : [key, previous];
  return {
    close: (text, purpose) => closeUnder(key, text, purpose),
    open: (sealed, purpose) => {
      for (const one of keys) {
        const text = openUnder(one, sealed, purpose);
        if (text !== null) return text;
      }
      return null;
    },
    keyOf: (sealed, purpose) => {
      if (openUnder(key, sealed, purpose) !== null) return 'current';
      return previous !== null && openUnder(previous, sealed, purpose) !== null ? 'previous' : null;
    },
    sign: (text, purpose) => signatureOf(key, text, purpose).toString('base64url'),
    isSigned: (text, signature, purpose) => {
      const given = Buffer.from(signature, 'base64url');
      return keys.some((one) => {
        const due = signatureOf(one, text, purpose);
        return given.length === due.length && timingSafeEqual(given, due);
      });
    },
    fingerprint: fingerprintOf(key),
    previousFingerprint: previous === null ? null : fingerprintOf(previous),
  };
}

function closeUnder(key: string, text: string, purpose: Purpose): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyFor(key, purpose), iv);
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url');
}

function openUnder(key: string, sealed: string, purpose: Purpose): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < IV_BYTES + TAG_BYTES) return null;
  const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  const iv = bytes.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(CIPHER, keyFor(key, purpose), iv, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(tag);
  try {
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}

function signatureOf(key: string, text: string, purpose: Purpose): Buffer {
  return createHmac('sha256', keyFor(key, purpose)).update(text).digest();
}

function fingerprintOf(key: string): string {
  return keyFor(key, 'the fingerprint of the key').toString('hex');
}

function keyFor(key: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `palaver: ${purpose}`, KEY_BYTES));
}
