import autocannon from 'autocannon';
import { percentile } from '../harness/stats.js';
import { clientAddresses } from './addresses.js';
import type { HttpJob, Outcome, PreparedRequest } from './job.js';

/** Gives up on an answer after so many seconds. */
const TIMEOUT_SECONDS = 30;
const BAIL_OUT_AFTER = 100;

const nextAddress = clientAddresses();

/** Does the job; rejects when an answer was wrong or missing. */
export async function runHttpJob(job: HttpJob): Promise<Outcome> {
  const { url, connections, amount } = job;
  const latencies = new Float64Array(amount);
  const wrong = new Map<string, number>();
  const count = (what: string) => wrong.set(what, (wrong.get(what) ?? 0) + 1);
  let answered = 0;
  let seconds = 0;
  const begun = performance.now();
  await new Promise<void>((resolve, reject) => {
    const running = autocannon(
      {
        url,
        connections,
        amount,
        timeout: TIMEOUT_SECONDS,
        bailout: BAIL_OUT_AFTER,
        requests: [{ setupRequest: requestsInTurn(job.requests) }],
      },
      (error: unknown) => (error ? reject(error) : resolve()),
    );
    running.on('reqError', (error) => count(String(error)));
    running.on('response', (_client, status, _bytes, ms) => {
      if (status !== job.status) count(String(status));
      latencies[answered] = ms;
      answered += 1;
      if (answered < amount) return;
      seconds = (performance.now() - begun) / 1_000;
      // autocannon itself would look only at the end of the second.
      resolve();
    });
  });
  refuseWrong(job, answered, wrong);
  return {
    operations: amount,
    seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  };
}

function requestsInTurn(
  requests: readonly PreparedRequest[],
): (request: autocannon.Request) => autocannon.Request {
  let turn = 0;
  return (given) => {
    const request = requests[turn % requests.length];
    if (request === undefined) throw new Error('A job needs requests.');
    turn += 1;
    return { ...given, ...request, headers: { ...request.headers, 'x-forwarded-for': nextAddress() } };
  };
}

function refuseWrong({ url, amount, status }: HttpJob, answered: number, wrong: Map<string, number>): void {
  if (answered === amount && wrong.size === 0) return;
  const seen = [...wrong].map(([what, times]) => `${times} × ${what}`).join(', ');
  throw new Error(
    `${answered} of ${amount} requests to ${url} were answered; not ${status}: ${seen || 'none'}.`,
  );
}
