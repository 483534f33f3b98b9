import { percentile } from '../harness/stats.js';
import type { MucJob, Outcome } from './job.js';
import { enterRoom, type Occupant } from './muc-occupant.js';

/** Who is in the rooms already, by job: entering them is not what is measured. */
const entered = new Map<string, Promise<Occupant[]>>();

/** Does the job; rejects when a message was refused or its room could not be entered. */
export async function runMucJob(job: MucJob): Promise<Outcome> {
  const occupants = await occupantsOf(job);
  const latencies = new Float64Array(job.amount);
  let begunMessages = 0;
  const sender = async (occupant: Occupant) => {
    while (begunMessages < job.amount) {
      const n = begunMessages;
      begunMessages += 1;
      const sent = performance.now();
      await occupant.say(job.body);
      latencies[n] = performance.now() - sent;
    }
  };
  const begun = performance.now();
  const senders = occupants.flatMap((occupant) =>
    Array.from({ length: job.underWay }, () => sender(occupant)),
  );
  await Promise.all(senders);
  const seconds = (performance.now() - begun) / 1_000;
  return {
    operations: job.amount,
    seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  };
}

function occupantsOf({ amount: _, ...place }: MucJob): Promise<Occupant[]> {
  const key = JSON.stringify(place);
  const known = entered.get(key);
  if (known) return known;
  const { url, domain, accounts, rooms } = place;
  const entering = Promise.all(
    accounts.map((account, n) => enterRoom({ url, domain, account, room: `room-${n % rooms}` })),
  );
  entered.set(key, entering);
  return entering;
}
