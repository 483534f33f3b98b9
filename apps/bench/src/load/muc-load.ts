import { closedLoop } from './closed-loop.js';
import type { MucJob, Outcome } from './job.js';
import { enterRoom, type Occupant } from './muc-occupant.js';

/** Who is in the rooms already, by job: entering them is not what is measured. */
const entered = new Map<string, Promise<Occupant[]>>();

/** Does the job; rejects when a message was refused or its room could not be entered. */
export async function runMucJob(job: MucJob): Promise<Outcome> {
  const occupants = await occupantsOf(job);
  const senders = occupants.flatMap((occupant) =>
    Array.from({ length: job.underWay }, () => () => occupant.say(job.body)),
  );
  return closedLoop(job.amount, senders);
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
