import { openArchive, type ReadPage } from './archive-reader.js';
import { closedLoop } from './closed-loop.js';
import type { ArchiveJob, Outcome } from './job.js';

/** Who is in the room already, by job: entering it is not what is measured. */
const entered = new Map<string, Promise<ReadPage[]>>();

/** Does the job; rejects when a page did not hold what it should. */
export async function runArchiveJob(job: ArchiveJob): Promise<Outcome> {
  const readers = await readersOf(job);
  let turn = 0;
  const read = (readPage: ReadPage) => async () => {
    const page = job.pages[turn % job.pages.length];
    if (page === undefined) throw new Error('A job needs pages.');
    turn += 1;
    await readPage(page);
  };
  return closedLoop(job.amount, readers.map(read));
}

function readersOf({ url, domain, accounts, room }: ArchiveJob): Promise<ReadPage[]> {
  const key = JSON.stringify({ url, room });
  const known = entered.get(key);
  if (known) return known;
  const entering = Promise.all(accounts.map((account) => openArchive({ url, domain, account, room })));
  entered.set(key, entering);
  return entering;
}
