import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether GitHub has signed a body with a secret, by the header `X-Hub-Signature-256`. */
export function isSignedByGithub(body: Buffer, secret: string, header: string | undefined): boolean {
  const [, hex] = /^sha256=([0-9a-f]{64})$/i.exec(header ?? '') ?? [];
  if (hex === undefined) return false;
  return timingSafeEqual(createHmac('sha256', secret).update(body).digest(), Buffer.from(hex, 'hex'));
}
