import type { Transaction } from '@palaver/db';
import { mailSecretsExposed } from '../mail/secrets-exposed.js';
import type { Services } from '../procedures/services.js';
import { findAdmins } from '../servers/access.js';
import { findExposed } from './queries.js';

/** Enough that one of them acts. */
const TOLD_MAX = 20;

/**
 * Mails the admins of a server, the owner first, where a user who has lost a right there was shown secrets of its webhooks. Who is
 * listed does not depend on it.
 */
export async function tellOfSecrets(
  services: Pick<Services, 'settings' | 'clock'>,
  tx: Transaction,
  { serverId, userId }: { readonly serverId: string; readonly userId: string },
): Promise<void> {
  if (services.settings.mailPagesUrl === null) return;
  const exposed = await findExposed(tx, { serverId, viewerId: userId }, { shownTo: userId });
  if (exposed.length === 0) return;
  const at = services.clock.now();
  for (const admin of await findAdmins(tx, serverId, TOLD_MAX))
    if (admin.userId !== userId) await mailSecretsExposed(services, tx, { ...admin, at });
}
