import { type Transaction, tables } from '@palaver/db';
import { inArray } from 'drizzle-orm';
import type { Secrets } from '../kernel/services/secrets.js';
import { newWebhookSecret } from '../kernel/webhooks/secret.js';
import {
  readSealed,
  replaceSealed,
  type SealedBatch,
  WALK_START,
  type WalkPosition,
} from './sealed-texts.js';

const { secretKey, totpSecrets } = tables;

/** What a lost key has cost. */
export interface LostSecrets {
  /** They are removed. */
  readonly authenticatorApps: number;
  /** Of webhooks, and of bots that are called. Each is replaced by a secret that nobody was shown. */
  readonly webhookSecrets: number;
}

/**
 * After a lost key: removes the authenticator apps that this key does not open, and replaces such secrets of webhooks, so that what
 * is signed with the lost ones stays refused. The key becomes the one of the database.
 */
export async function replaceLostSecrets(tx: Transaction, secrets: Secrets): Promise<LostSecrets> {
  const lost = { authenticatorApps: 0, webhookSecrets: 0 };
  let at: WalkPosition | null = WALK_START;
  while (at !== null) {
    const batch: SealedBatch | null = await readSealed(tx, at);
    if (batch !== null) await replaceIn(tx, secrets, batch, lost);
    at = batch?.next ?? null;
  }
  await tx.delete(secretKey);
  await tx.insert(secretKey).values({ fingerprint: secrets.fingerprint });
  return lost;
}

async function replaceIn(
  tx: Transaction,
  secrets: Secrets,
  { name, place, texts }: SealedBatch,
  lost: { authenticatorApps: number; webhookSecrets: number },
): Promise<void> {
  const unreadable = texts.filter(({ sealed, purpose }) => secrets.keyOf(sealed, purpose) === null);
  if (unreadable.length === 0) return;
  if (name === 'authenticatorApp') {
    const ids = unreadable.map(({ id }) => id);
    await tx.delete(totpSecrets).where(inArray(totpSecrets.userId, ids));
    lost.authenticatorApps += unreadable.length;
    return;
  }
  const anew = unreadable.map((one) => ({ ...one, anew: secrets.close(newWebhookSecret(), one.purpose) }));
  await replaceSealed(tx, place, anew);
  lost.webhookSecrets += unreadable.length;
}
