import type { Measurement } from '../../harness/cell.js';
import type { Bench } from '../../harness/workload.js';
import type { LoadGenerator } from '../../load/load-generator.js';
import type { ArchivePage } from '../../load/xmpp/room-jobs.js';
import { type Ejabberd, SOCKET_PATH } from '../../targets/ejabberd/ejabberd.js';
import { webSocketUrl } from '../../targets/target.js';
import { loadMeasurement } from './load-measurement.js';

export interface ArchiveRead {
  readonly room: string;
  readonly pages: readonly ArchivePage[];
}

/** Measures reads of pages of a room's archive, one in flight for each account. The load generator checks each page. */
export function ejabberdReadMeasurement(
  bench: Bench,
  load: LoadGenerator<'archive-read'>,
  ejabberd: Ejabberd,
  { room, pages }: ArchiveRead,
): Measurement {
  const { domain, accounts } = ejabberd;
  return loadMeasurement(bench, {
    targets: [ejabberd],
    load,
    job: { url: webSocketUrl(ejabberd, SOCKET_PATH), domain, accounts, room, pages },
    firstAmount: accounts.length,
  });
}
