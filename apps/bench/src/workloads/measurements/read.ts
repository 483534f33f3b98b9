import type { Measurement } from '../../harness/cell.js';
import type { Bench } from '../../harness/workload.js';
import type { LoadGenerator } from '../../load/load-generator.js';
import type { Target } from '../../targets/target.js';
import { checkPages } from './check-pages.js';
import { loadMeasurement } from './load-measurement.js';
import { type Page, pageRequests } from './pages.js';

/** How many page requests are in flight. */
export const CONNECTIONS = 16;
/** For each connection, to find out the rate. */
const FIRST_REQUESTS = 50;

export interface ReadPlan {
  readonly pages: readonly Page[];
  readonly tokens: readonly string[];
}

/** Measures reads of pages at c=16. After every job each page is compared with the database. */
export function readMeasurement(
  bench: Bench,
  load: LoadGenerator<'http'>,
  target: Target,
  { pages, tokens }: ReadPlan,
): Measurement {
  return loadMeasurement(bench, {
    target,
    load,
    job: {
      url: target.url,
      connections: CONNECTIONS,
      status: 200,
      requests: pageRequests(pages, tokens),
    },
    firstAmount: FIRST_REQUESTS * CONNECTIONS,
    verify: () => checkPages(target.url, pages, tokens[0] ?? ''),
  });
}
