import type { Ejabberd } from '../contestants/ejabberd/ejabberd.js';
import type { Bench } from '../harness/workload.js';
import type { Load } from '../load/load.js';
import { CONTENT } from './send-requests.js';
import { turn } from './turn.js';

/** ejabberd is compared at this concurrency alone. */
export const ROOM_SENDERS = 64;
/** For each of them, to find the speed. */
const FIRST_MESSAGES = 50;

/**
 * 64 people in 50 rooms with a message under way each, or one with 64 in one room: with more in that room ejabberd would
 * be measured at sending each message to all of them.
 */
export function roomTurn(bench: Bench, load: Load<'muc'>, ejabberd: Ejabberd, rooms: number) {
  const { url, domain, ledger } = ejabberd;
  const accounts = ejabberd.accounts.slice(0, rooms === 1 ? 1 : ROOM_SENDERS);
  const underWay = ROOM_SENDERS / accounts.length;
  return turn<'muc'>({
    contestant: ejabberd,
    postgresPid: bench.postgres.pid,
    load,
    job: { url: `${url.replace('http', 'ws')}/ws`, domain, accounts, rooms, underWay, body: CONTENT },
    seconds: bench.seconds,
    firstAmount: FIRST_MESSAGES * ROOM_SENDERS,
    verify: (echoed) => ledger.settle(echoed),
  });
}
