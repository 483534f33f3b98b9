import autocannon from 'autocannon';
import { clientAddresses } from '../common/client-addresses.js';
import type { Outcome } from '../common/job.js';
import { outcomeOf } from '../common/outcome.js';
import type { PreparedRequest } from '../common/prepared-request.js';
import { roundRobin } from '../common/round-robin.js';
import type { HttpJob } from './http-job.js';

/** How long a response may take, in seconds. */
const TIMEOUT_SECONDS = 30;
/** The number of failed connections after which autocannon gives up. */
const BAIL_OUT_AFTER = 100;

const nextAddress = clientAddresses();

/** Does the job. Rejects when a response is wrong or missing. */
export async function runHttpJob(job: HttpJob): Promise<Outcome> {
  const { urls, connections, amount, perSecond } = job;
  const latencies = new Float64Array(amount);
  const errors = new Map<string, number>();
  const countError = (what: string) => errors.set(what, (errors.get(what) ?? 0) + 1);
  let responses = 0;
  let seconds = 0;
  const startedAt = performance.now();
  await new Promise<void>((resolve, reject) => {
    const running = autocannon(
      {
        // Its types know of one URL alone; connections go to several in turn.
        url: [...urls] as unknown as string,
        connections,
        amount,
        ...(perSecond === undefined ? {} : { overallRate: perSecond }),
        timeout: TIMEOUT_SECONDS,
        bailout: BAIL_OUT_AFTER,
        requests: [{ setupRequest: rotate(job.requests) }],
      },
      (error: unknown) => (error ? reject(error) : resolve()),
    );
    running.on('reqError', (error) => countError(String(error)));
    running.on('response', (_client, status, _bytes, ms) => {
      if (status !== job.status) countError(String(status));
      latencies[responses] = ms;
      responses += 1;
      if (responses < amount) return;
      seconds = (performance.now() - startedAt) / 1_000;
      // autocannon would notice the end only at the end of the second.
      resolve();
    });
  });
  assertNoErrors(job, responses, errors);
  return outcomeOf(amount, seconds, latencies);
}

function rotate(requests: readonly PreparedRequest[]): (request: autocannon.Request) => autocannon.Request {
  const nextRequest = roundRobin(requests);
  return (defaults) => {
    const request = nextRequest();
    return { ...defaults, ...request, headers: { ...request.headers, 'x-forwarded-for': nextAddress() } };
  };
}

function assertNoErrors(
  { urls, amount, status }: HttpJob,
  responses: number,
  errors: Map<string, number>,
): void {
  if (responses === amount && errors.size === 0) return;
  const counts = [...errors].map(([what, times]) => `${times} × ${what}`).join(', ');
  throw new Error(
    `${responses} of ${amount} requests to ${urls.join(', ')} were answered; not with ${status}: ${counts || 'none'}.`,
  );
}
