import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts texts so that only the same token can decrypt them. */
export interface Seal {
  close(text: string): string;
  /** The text; null for one that another token has closed. */
  open(sealed: string): string | null;
  /** A hash of a text by which nobody without the token can check a guess of it. */
  digest(text: string): Buffer;
}

const CIPHER = 'aes-256-gcm';
const SALT_BYTES = 16;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** The same text has the same digest. */
const NO_SALT = Buffer.alloc(0);

/**
 * A seal with a key that is derived from the token. The database stores only hashes of tokens, so a copy of it opens
 * nothing.
 */
export function sealUnder(token: string): Seal {
  return {
    close: (text) => close(token, text),
    open: (sealed) => open(token, sealed),
    digest: (text) =>
      createHmac('sha256', keyOf(token, NO_SALT, 'a request'))
        .update(text)
        .digest(),
  };
}

function close(token: string, text: string): string {
  const salt = randomBytes(SALT_BYTES);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(token, salt), iv);
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([salt, iv, cipher.getAuthTag(), content]).toString('base64url');
}

function open(token: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  const ivAt = SALT_BYTES;
  const tagAt = ivAt + IV_BYTES;
  const contentAt = tagAt + TAG_BYTES;
  if (bytes.length < contentAt) return null;
  const key = keyOf(token, bytes.subarray(0, ivAt));
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(ivAt, tagAt), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(tagAt, contentAt));
  try {
    return decipher.update(bytes.subarray(contentAt), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}

function keyOf(token: string, salt: Buffer, use: 'an answer' | 'a request' = 'an answer'): Buffer {
  return Buffer.from(hkdfSync('sha256', token, salt, `palaver: ${use} kept for a retry`, 32));
}
