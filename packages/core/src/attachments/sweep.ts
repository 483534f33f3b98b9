import type { SQL } from 'drizzle-orm';
import type { Services } from '../procedures/services.js';
import * as queries from './queries.js';
import { attachmentKey } from './record.js';

/** Few enough that their files are gone well within the time limits of a transaction. */
const BATCH = 100;

type Sweeping = Pick<Services, 'db' | 'files'>;

/** Removes uploads from before `olderThan` that no message has carried. Returns how many. */
export function sweepUnclaimedAttachments(services: Sweeping, olderThan: Date): Promise<number> {
  return sweep(services, queries.isUnclaimed(olderThan));
}

/** Removes the attachments of deleted channels, whose rows can only go after them. Returns how many. */
export function sweepAttachmentsOfDeletedChannels(services: Sweeping): Promise<number> {
  return sweep(services, queries.isInDeletedChannel(services.db));
}

async function sweep(services: Sweeping, which: SQL | undefined): Promise<number> {
  let swept = 0;
  for (;;) {
    const batch = await sweepSome(services, which);
    swept += batch;
    if (batch < BATCH) return swept;
  }
}

/** The files first: if this stops half-way, the rows that are left name what is left to do. */
function sweepSome({ db, files }: Sweeping, which: SQL | undefined): Promise<number> {
  return db.transaction(async (tx) => {
    const ids = await queries.lockSome(tx, which, BATCH);
    for (const id of ids) await files.remove(attachmentKey(id));
    if (ids.length > 0) await queries.deleteAttachments(tx, ids);
    return ids.length;
  });
}
