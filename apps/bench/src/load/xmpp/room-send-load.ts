import { closedLoop } from '../common/closed-loop.js';
import type { Outcome } from '../common/job.js';
import { openOnce } from '../common/open-once.js';
import type { RoomSendJob } from './room-jobs.js';
import { openRoomSender, type SendToRoom } from './room-sender.js';

const sendersFor = openOnce(
  ({
    url,
    domain,
    accounts,
    rooms,
  }: Pick<RoomSendJob, 'url' | 'domain' | 'accounts' | 'rooms'>): Promise<SendToRoom[]> =>
    Promise.all(
      accounts.map((account, n) => openRoomSender({ url, domain, account, room: `room-${n % rooms}` })),
    ),
);

/** Does the job. Rejects when a message was refused or a room could not be joined. */
export async function runRoomSendJob({ amount, inFlight, body, ...rooms }: RoomSendJob): Promise<Outcome> {
  const senders = await sendersFor(rooms);
  return closedLoop(
    amount,
    senders.flatMap((send) => Array.from({ length: inFlight }, () => () => send(body))),
  );
}
