import type { Operation } from '@trpc/client';
import type { AppRouter } from '../service.js';

type Procedures = AppRouter['_def']['record'];
type ProcedureName = {
  [Noun in keyof Procedures & string]: `${Noun}.${keyof Procedures[Noun] & string}`;
}[keyof Procedures & string];

/** The writes that ignore an `Idempotency-Key`. A test compares the list with the service's router. */
export const WRITES_WITHOUT_KEY = [
  'admin.testMail',
  'auth.register',
  'auth.login',
  'auth.logout',
  'auth.social',
  'mail.requestPasswordReset',
  'mail.resetPassword',
  'mailPreferences.unsubscribe',
  'auth.exchange',
  'auth.token',
  'auth.passkeySignInOptions',
  'auth.passkeyCreationOptions',
  'auth.passkeyVerifyOptions',
  'auth.signInWithPasskey',
  'users.deleteMe',
] as const satisfies readonly ProcedureName[];

const withoutKey: ReadonlySet<string> = new Set(WRITES_WITHOUT_KEY);

/** The context of a call that its caller repeats: the client then sends it once, without a key. */
export const REPEATED_BY_CALLER = { repeatedByCaller: true };

/** Whether a key makes the call safe to repeat: an abandoned attempt that is carried out late then changes nothing. */
export function takesKey({
  type,
  path,
  context = {},
}: Pick<Operation, 'type' | 'path'> & Partial<Operation>): boolean {
  return type === 'mutation' && !withoutKey.has(path) && !('repeatedByCaller' in context);
}

/**
 * The key of a call: the one in its context, else the `nonce` of its input, else a new one. An app that stores a message
 * with a `nonce` before it sends it can send it again after a restart of its own.
 */
export function keyOf({ context, input }: Operation): string {
  const { idempotencyKey } = context;
  if (typeof idempotencyKey === 'string') return idempotencyKey;
  const hasNonce = typeof input === 'object' && input !== null && 'nonce' in input;
  return hasNonce && typeof input.nonce === 'string' ? input.nonce : newKey();
}

/** 128 random bits. `crypto.randomUUID` is missing in pages that were not loaded over TLS. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
