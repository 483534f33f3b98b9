import { mayRemoveFiles } from '@palaver/db';
import type { SQL } from 'drizzle-orm';
import type { Services } from '../procedures/services.js';
import * as queries from './queries.js';
import { removeFile } from './remove-files.js';

export { hasAttachments } from './queries.js';

/** Few enough that their files are removed well within the time limits of a transaction. */
const BATCH = 100;

type PurgeServices = Pick<Services, 'db' | 'files'>;

/** Removes uploads from before `olderThan` that no message has carried. Returns how many. */
export function purgeUnclaimedAttachments(services: PurgeServices, olderThan: Date): Promise<number> {
  return purge(services, queries.isUnclaimed(olderThan));
}

/** Removes the attachments of deleted channels, whose rows can only go after them. Returns how many. */
export function purgeAttachmentsOfDeletedChannels(services: PurgeServices): Promise<number> {
  return purge(services, queries.isInDeletedChannel(services.db));
}

async function purge(services: PurgeServices, which: SQL | undefined): Promise<number> {
  let purged = 0;
  for (;;) {
    const batch = await purgeSome(services, which);
    purged += batch;
    if (batch < BATCH) return purged;
  }
}

/**
 * The files first: if this is interrupted, the remaining rows name the files that are still to be removed. While a backup
 * runs, rows and files stay for a later round.
 */
function purgeSome({ db, files }: PurgeServices, which: SQL | undefined): Promise<number> {
  return db.transaction(async (tx) => {
    if (!(await mayRemoveFiles(tx))) return 0;
    const ids = await queries.lockSome(tx, which, BATCH);
    await Promise.all(ids.map((id) => removeFile(files, id)));
    if (ids.length > 0) await queries.deleteAttachments(tx, ids);
    return ids.length;
  });
}
