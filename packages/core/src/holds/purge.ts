import { mayRemoveFiles } from '@palaver/db';
import { removeFile } from '../attachments/remove-files.js';
import type { Services } from '../procedures/services.js';
import * as queries from './queries.js';

/** Few enough that one statement ends well within its time limit. */
const MESSAGES = 1000;
const FILES = 100;

/** Removes what was kept for holds that have ended, and that no other hold covers. */
export async function purgeFree({ db, files }: Pick<Services, 'db' | 'files'>): Promise<void> {
  while ((await queries.deleteFreeMessages(db, MESSAGES)) === MESSAGES);
  while ((await purgeSomeFiles({ db, files })) === FILES);
}

/** The files first, as for other attachments; while a backup runs, they stay for a later round. */
function purgeSomeFiles({ db, files }: Pick<Services, 'db' | 'files'>): Promise<number> {
  return db.transaction(async (tx) => {
    if (!(await mayRemoveFiles(tx))) return 0;
    const ids = await queries.lockFreeFiles(tx, FILES);
    await Promise.all(ids.map((id) => removeFile(files, id)));
    if (ids.length > 0) await queries.deleteFiles(tx, ids);
    return ids.length;
  });
}
