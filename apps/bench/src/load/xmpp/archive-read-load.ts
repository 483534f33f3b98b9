import { closedLoop } from '../common/closed-loop.js';
import type { Outcome } from '../common/job.js';
import { openOnce } from '../common/open-once.js';
import { roundRobin } from '../common/round-robin.js';
import { openArchiveReader, type ReadPage } from './archive-reader.js';
import type { ArchiveReadJob } from './room-jobs.js';

const readersFor = openOnce(
  ({
    url,
    domain,
    accounts,
    room,
  }: Pick<ArchiveReadJob, 'url' | 'domain' | 'accounts' | 'room'>): Promise<ReadPage[]> =>
    Promise.all(accounts.map((account) => openArchiveReader({ url, domain, account, room }))),
);

/** Does the job. Rejects when a page did not hold what it should. */
export async function runArchiveReadJob({ amount, pages, ...archive }: ArchiveReadJob): Promise<Outcome> {
  const readers = await readersFor(archive);
  const nextPage = roundRobin(pages);
  return closedLoop(
    amount,
    readers.map((readPage) => () => readPage(nextPage())),
  );
}
