import type { Contestant } from '../harness/contestant.js';
import type { Bench } from '../harness/workload.js';
import type { Load } from '../load/load.js';
import { checkPages, type Page, pageRequests } from './pages.js';
import { turn } from './turn.js';

/** How many pages are under way at a time. */
export const CONNECTIONS = 16;
/** For each connection, to find the speed. */
const FIRST_REQUESTS = 50;

export interface Reading {
  readonly pages: readonly Page[];
  readonly tokens: readonly string[];
}

/** A contestant's turn at reading pages, at c=16; after every run each of them is held against the database. */
export function readTurn(bench: Bench, load: Load, contestant: Contestant, { pages, tokens }: Reading) {
  return turn<'http'>({
    contestant,
    postgresPid: bench.postgres.pid,
    load,
    job: {
      url: contestant.url,
      connections: CONNECTIONS,
      status: 200,
      requests: pageRequests(pages, tokens),
    },
    seconds: bench.seconds,
    firstAmount: FIRST_REQUESTS * CONNECTIONS,
    verify: () => checkPages(contestant.url, pages, tokens[0] ?? ''),
  });
}
