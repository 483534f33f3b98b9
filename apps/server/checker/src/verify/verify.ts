import type { History } from '../history/history.js';
import { verifyBans } from './bans.js';
import { verifyDeliveries } from './deliveries.js';
import { verifyFormerMembers } from './former-members.js';
import { verifyInbox } from './inbox.js';
import { verifyLog } from './log.js';
import { verifyReadState } from './read-state.js';
import { verifyReplay } from './replay.js';
import { verifyRetries } from './retries.js';
import { verifyRevocation } from './revocation.js';
import { verifySearch } from './search.js';
import { verifyUploads } from './uploads.js';
import type { Violation } from './violation.js';
import { verifyWrites } from './writes.js';

/** Finds every violation in a history. */
export function verify(history: History): Violation[] {
  return [
    ...verifyService(history),
    ...verifyLog(history),
    ...verifyWrites(history),
    ...verifyRetries(history),
    ...verifyUploads(history),
    ...verifyInbox(history),
    ...verifyReadState(history),
    ...verifyDeliveries(history),
    ...verifyRevocation(history),
    ...verifyFormerMembers(history),
    ...verifyBans(history),
    ...verifySearch(history),
    ...verifyReplay(history),
  ];
}

function verifyService({ incidents }: History): Violation[] {
  return incidents.map((detail) => ({ property: 'the service stays up', detail }));
}
