import type { AppRouter } from '@palaver/core';
import type { Operation } from '@trpc/client';

type Procedures = AppRouter['_def']['record'];
type ProcedureName = {
  [Noun in keyof Procedures & string]: `${Noun}.${keyof Procedures[Noun] & string}`;
}[keyof Procedures & string];

/** What the service does once however often it is asked with the same key. A test holds the list against its router. */
export const KEYED_PROCEDURES = [
  'servers.create',
  'servers.createInvite',
  'servers.addMember',
  'channels.create',
  'channels.addMember',
  'dms.create',
  'groups.create',
  'messages.send',
  'messages.reply',
  'bots.create',
] as const satisfies readonly ProcedureName[];

const keyed: ReadonlySet<string> = new Set(KEYED_PROCEDURES);

/** Whether the call is one that a key makes safe to repeat. */
export function takesKey({ path }: Operation): boolean {
  return keyed.has(path);
}

/**
 * The key of a call: the one in its context, else the `nonce` of its input (what an app stores with the message it is
 * about to send, to be safe across its own restarts), else a new one.
 */
export function keyOf({ context, input }: Operation): string {
  const { idempotencyKey } = context;
  if (typeof idempotencyKey === 'string') return idempotencyKey;
  const hasNonce = typeof input === 'object' && input !== null && 'nonce' in input;
  return hasNonce && typeof input.nonce === 'string' ? input.nonce : newKey();
}

/** 128 random bits. `crypto.randomUUID` is missing from pages that were not loaded over TLS. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
