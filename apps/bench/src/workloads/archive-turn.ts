import type { Ejabberd } from '../contestants/ejabberd/ejabberd.js';
import type { Bench } from '../harness/workload.js';
import type { ArchivePage } from '../load/job.js';
import type { Load } from '../load/load.js';
import { turn } from './turn.js';

/** What is read, of which room. */
export interface ArchiveReading {
  readonly room: string;
  readonly pages: readonly ArchivePage[];
}

/** ejabberd's turn at reading pages of a room's archive, one under way for each account; each page is checked. */
export function archiveTurn(
  bench: Bench,
  load: Load<'archive'>,
  ejabberd: Ejabberd,
  { room, pages }: ArchiveReading,
) {
  const { url, domain, accounts } = ejabberd;
  return turn<'archive'>({
    contestant: ejabberd,
    postgresPid: bench.postgres.pid,
    load,
    job: { url: `${url.replace('http', 'ws')}/ws`, domain, accounts, room, pages },
    seconds: bench.seconds,
    firstAmount: accounts.length,
  });
}
