import { type AccessTable, type Row, rowsOf } from './samples/access-table.js';
import { admin } from './samples/admin.js';
import { auth } from './samples/auth.js';
import { bots } from './samples/bots.js';
import { channels } from './samples/channels.js';
import { drafts } from './samples/drafts.js';
import { emoji } from './samples/emoji.js';
import { exposedSecrets } from './samples/exposed-secrets.js';
import { favorites } from './samples/favorites.js';
import { groups } from './samples/groups.js';
import { incomingWebhooks } from './samples/incoming-webhooks.js';
import { interactions } from './samples/interactions.js';
import { mail } from './samples/mail.js';
import { attachments, messages } from './samples/messages.js';
import { notifications } from './samples/notifications.js';
import { outgoingWebhooks } from './samples/outgoing-webhooks.js';
import { readState } from './samples/read-state.js';
import { realtime } from './samples/realtime.js';
import { scheduledMessages } from './samples/scheduled-messages.js';
import { search } from './samples/search.js';
import { secondFactors } from './samples/second-factors.js';
import { servers } from './samples/servers.js';
import { service } from './samples/service.js';
import { userGroups } from './samples/user-groups.js';
import { users } from './samples/users.js';

/** The samples of all slices. */
export const TABLES: readonly AccessTable[] = [
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
  exposedSecrets,
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
];

/** Every row of the access matrix. */
export const ROWS = TABLES.flatMap(rowsOf);

/** The row of an operation and variant, or the first row of the operation. Throws for an operation without a row. */
export function rowOf(operation: string, variant: string): Row {
  const rows = ROWS.filter((row) => row.operation === operation);
  const row = rows.find((candidate) => candidate.variant === variant) ?? rows[0];
  if (row === undefined) throw new Error(`${operation} has no row.`);
  return row;
}
