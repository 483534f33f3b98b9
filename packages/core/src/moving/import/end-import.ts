import { type Transaction, tables } from '@palaver/db';
import { sql } from 'drizzle-orm';
import { recordAct } from '../../admin/access.js';
import { lockStream } from '../../log/append.js';
import { serverStream } from '../../log/streams.js';
import type { Emit } from '../../log/transact.js';
import type { Services } from '../../procedures/services.js';
import { removeServer } from '../../servers/ownership.js';
import { type ImportRow, updateImport } from './import-queries.js';
import { isHiddenDm } from './write-places.js';

const { channels } = tables;

/** Whether an import is still to be worked on. */
export function isGoing({ state }: Pick<ImportRow, 'state'>): boolean {
  return state === 'checking' || state === 'importing' || state === 'joining';
}

/** Imports of one source are told apart one after the other, so that two at once do not both make its server. */
export async function lockSource(tx: Transaction, source: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`import ${source}`}, 0))`);
}

/**
 * Ends a locked import that is not whole: its server, which nobody has seen, and its direct messages are deleted as such a thing always
 * is. The accounts stay, as those of an import of the same source later on. What a later archive has added to a server stays, and is
 * not added again.
 */
export async function endUnfinished(
  { clock }: Pick<Services, 'clock'>,
  tx: Transaction,
  emit: Emit,
  { id, serverId, updates }: ImportRow,
  to: { readonly state: 'failed' | 'cancelled'; readonly problem: string | null },
): Promise<void> {
  const deletedAt = clock.now();
  if (updates !== null) {
    await updateImport(tx, id, { ...to, finishedAt: deletedAt });
    return;
  }
  if (serverId !== null) {
    await lockStream(tx, serverStream(serverId));
    await removeServer({ clock }, tx, emit, serverId);
  }
  await tx
    .update(channels)
    .set({ deletedAt, dmKey: sql`'gone ' || ${channels.id}` })
    .where(isHiddenDm(id));
  await updateImport(tx, id, { ...to, finishedAt: deletedAt });
}

/** Adds the new server to the audit log, as what the admin has done who began the import. */
export async function recordImported(
  services: Pick<Services, 'clock'>,
  tx: Transaction,
  { id, serverId, serverName, createdBy, createdByName, source, messages, users }: ImportRow,
): Promise<void> {
  const admin = { userId: createdBy, name: createdByName };
  const target = { id: serverId ?? id, name: serverName ?? '' };
  const details = { import: id, source, messages, users };
  await recordAct({ services, admin, request: { requestId: id } }, tx, {
    act: 'server.imported',
    target,
    details,
  });
}
