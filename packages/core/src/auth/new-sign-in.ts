import type { Transaction } from '@palaver/db';
import { iso } from '../kernel/sql/instant.js';
import { userStream } from '../log/streams.js';
import type { Emit } from '../log/transact.js';
import type { Services } from '../procedures/services.js';
import { isNewDevice, type SessionRow } from './session-queries.js';

/**
 * Publishes a sign-in on a device, or from a network, that the account was not used on before, so that its other
 * devices show it, and mails it to the person. A session that an issuer of tokens asks for is not mailed: a backend
 * begins them as it likes. The first sign-in of an account does not count. Call it before the session and its network are
 * stored. The event has no token.
 */
export async function publishNewSignIn(
  services: Pick<Services, 'upward' | 'settings' | 'clock'>,
  tx: Transaction,
  emit: Emit,
  session: Pick<SessionRow, 'id' | 'userId' | 'userAgent' | 'method' | 'signedInFrom' | 'createdAt'>,
): Promise<void> {
  if (!(await isNewDevice(tx, session))) return;
  const { id, userId, userAgent, method, signedInFrom, createdAt } = session;
  const data = { id, userAgent, method, signedInFrom, createdAt: iso(createdAt) };
  await emit(userStream(userId), { type: 'session.created', data });
  if (method === 'token') return;
  const client = { userAgent, network: signedInFrom };
  await services.upward.tellOfSecurity(services, tx, { userId, kind: 'session.created', client });
}
