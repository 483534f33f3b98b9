import { admin } from './admin.rows.js';
import { auth } from './auth.rows.js';
import { bots } from './bots.rows.js';
import { channels } from './channels.rows.js';
import { drafts } from './drafts.rows.js';
import { emoji } from './emoji.rows.js';
import { favorites } from './favorites.rows.js';
import { groups } from './groups.rows.js';
import { incomingWebhooks } from './incoming-webhooks.rows.js';
import { interactions } from './interactions.rows.js';
import { mail } from './mail.rows.js';
import { type Row, rowsOf } from './matrix.js';
import { attachments, messages } from './messages.rows.js';
import { notifications } from './notifications.rows.js';
import { outgoingWebhooks } from './outgoing-webhooks.rows.js';
import { readState } from './read-state.rows.js';
import { realtime } from './realtime.rows.js';
import { scheduledMessages } from './scheduled-messages.rows.js';
import { search } from './search.rows.js';
import { secondFactors } from './second-factors.rows.js';
import { servers } from './servers.rows.js';
import { service } from './service.rows.js';
import { userGroups } from './user-groups.rows.js';
import { users } from './users.rows.js';

/** Every row of the access matrix. */
export const ROWS = [
  admin,
  auth,
  secondFactors,
  users,
  servers,
  channels,
  groups,
  emoji,
  userGroups,
  outgoingWebhooks,
  incomingWebhooks,
  mail,
  messages,
  attachments,
  drafts,
  favorites,
  scheduledMessages,
  bots,
  interactions,
  notifications,
  readState,
  search,
  realtime,
  service,
].flatMap(rowsOf);

/** The row of an operation and variant, or the first row of the operation. Throws for an operation without a row. */
export function rowOf(operation: string, variant: string): Row {
  const rows = ROWS.filter((row) => row.operation === operation);
  const row = rows.find((candidate) => candidate.variant === variant) ?? rows[0];
  if (row === undefined) throw new Error(`${operation} has no row.`);
  return row;
}
