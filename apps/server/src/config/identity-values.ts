import { z } from 'zod';

/** The name of a provider or an issuer, which is part of addresses and of external ids. */
export const EntryName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'must be 1 to 32 of a-z, 0-9 and "-"');

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether nobody on the way changes what an address answers: https, or http on this machine. */
export function isSafeUrl({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
}
