import { ACCOUNT_WRITES } from './keyed-writes/account-writes.js';
import { ADMIN_WRITES } from './keyed-writes/admin-writes.js';
import { AUTH_WRITES } from './keyed-writes/auth-writes.js';
import { CHANNEL_WRITES } from './keyed-writes/channel-writes.js';
import { INTERACTION_WRITES } from './keyed-writes/interaction-writes.js';
import { MESSAGE_WRITES } from './keyed-writes/message-writes.js';
import type { Writes } from './keyed-writes/preparation.js';
import { READING_WRITES } from './keyed-writes/reading-writes.js';
import { SERVER_WRITES } from './keyed-writes/server-writes.js';
import { WEBHOOK_WRITES } from './keyed-writes/webhook-writes.js';

export type { Request } from './keyed-writes/preparation.js';

/** Those of which bots alone make a request. */
export const WRITES_OF_BOTS: ReadonlySet<string> = new Set(['interactions.respond']);

/** Every procedure that takes an idempotency key, by its name. */
export const KEYED_WRITES: Writes = {
  ...ACCOUNT_WRITES,
  ...ADMIN_WRITES,
  ...AUTH_WRITES,
  ...CHANNEL_WRITES,
  ...INTERACTION_WRITES,
  ...MESSAGE_WRITES,
  ...READING_WRITES,
  ...SERVER_WRITES,
  ...WEBHOOK_WRITES,
};
