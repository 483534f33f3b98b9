import { newId } from '@palaver/db';
import { LOWEST_ID } from '../kernel/schema/ids.js';
import type { Services } from '../procedures/services.js';
import { insertErasures } from './queries.js';
import { findOverdue } from './retention-queries.js';

/** Writes down which channels have messages that are past their retention. The background work deletes them. */
export async function beginRetention({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  for (let after: string | null = LOWEST_ID; after !== null; ) {
    const { overdue, last } = await findOverdue(db, after, now);
    await insertErasures(
      db,
      overdue.map(({ id, serverId }) => ({
        id: newId(),
        kind: 'retention' as const,
        serverId,
        channelId: id,
        userId: null,
        before: null,
        askedBy: null,
        createdAt: now,
      })),
    );
    after = last;
  }
}
