import type { Measurement } from '../../harness/cell.js';
import type { Bench } from '../../harness/workload.js';
import type { LoadGenerator } from '../../load/load-generator.js';
import type { Target } from '../../targets/target.js';
import { checkPages } from './check-pages.js';
import { loadMeasurement } from './load-measurement.js';
import { type Page, pageRequests } from './pages.js';

/** How many page requests are in flight. */
export const CONNECTIONS = 16;

export interface ReadPlan {
  readonly pages: readonly Page[];
  readonly tokens: readonly string[];
  /** Requests of each connection that find out the rate. */
  readonly firstRequests?: number;
  /** Called after every job; throws when what is answered is wrong. By default each page is compared with the database. */
  readonly verify?: () => Promise<void>;
}

/** Measures reads of pages at c=16. */
export function readMeasurement(
  bench: Bench,
  load: LoadGenerator<'http'>,
  target: Target,
  plan: ReadPlan,
): Measurement {
  const { pages, tokens, firstRequests = 50 } = plan;
  const { verify = () => checkPages(target.url, pages, tokens[0] ?? '') } = plan;
  return loadMeasurement(bench, {
    targets: [target],
    load,
    job: {
      urls: [target.url],
      connections: CONNECTIONS,
      status: 200,
      requests: pageRequests(pages, tokens),
    },
    firstAmount: firstRequests * CONNECTIONS,
    verify,
  });
}
