import { anyDeletionProcedures, ownDeletionProcedures } from './account-deletion/router.js';
import { adminProcedures } from './admin/router.js';
import { authProcedures } from './auth/router.js';
import { blockProcedures } from './blocks/router.js';
import { botProcedures } from './bots/router.js';
import { dmsRouter } from './channels/dm-router.js';
import { channelsRouter } from './channels/router.js';
import { draftsRouter } from './drafts/router.js';
import { emojiRouter } from './emoji/router.js';
import { anyErasureProcedures, erasuresRouter } from './erasures/router.js';
import { favoritesRouter } from './favorites/router.js';
import { groupsRouter } from './groups/router.js';
import { incomingWebhooksRouter } from './incoming-webhooks/router.js';
import { holdProcedures } from './holds/router.js';
import { identityProcedures } from './identities/router.js';
import { mailPreferencesRouter } from './digests/router.js';
import { mailRouter } from './mail/router.js';
import { reportsRouter } from './messages/report-router.js';
import { messagesRouter } from './messages/router.js';
import { notificationsRouter } from './notifications/item-router.js';
import { notificationPreferencesRouter } from './notifications/router.js';
import { outgoingWebhooksRouter } from './outgoing-webhooks/router.js';
import { peopleProcedures } from './people/router.js';
import { router } from './procedures/trpc.js';
import { readStateRouter } from './read-state/router.js';
import { gatewayProcedures, realtimeRouter } from './realtime/router.js';
import { savedMessagesRouter } from './saved-messages/router.js';
import { scheduledMessagesRouter } from './scheduled-messages/router.js';
import { searchRouter } from './search/router.js';
import { serversRouter } from './servers/router.js';
import { threadsRouter } from './threads/router.js';
import { userGroupsRouter } from './user-groups/router.js';
import { userProcedures } from './users/router.js';

export const appRouter = router({
  admin: router({
    ...adminProcedures,
    ...anyDeletionProcedures,
    ...anyErasureProcedures,
    ...holdProcedures,
  }),
  auth: router({ ...authProcedures, ...identityProcedures }),
  users: router({ ...userProcedures, ...peopleProcedures, ...blockProcedures, ...ownDeletionProcedures }),
  servers: serversRouter,
  channels: channelsRouter,
  incomingWebhooks: incomingWebhooksRouter,
  dms: dmsRouter,
  favorites: favoritesRouter,
  groups: groupsRouter,
  emoji: emojiRouter,
  userGroups: userGroupsRouter,
  mail: mailRouter,
  mailPreferences: mailPreferencesRouter,
  messages: messagesRouter,
  drafts: draftsRouter,
  erasures: erasuresRouter,
  scheduledMessages: scheduledMessagesRouter,
  reports: reportsRouter,
  bots: router({ ...botProcedures, ...gatewayProcedures }),
  realtime: realtimeRouter,
  notifications: notificationsRouter,
  notificationPreferences: notificationPreferencesRouter,
  outgoingWebhooks: outgoingWebhooksRouter,
  readState: readStateRouter,
  threads: threadsRouter,
  savedMessages: savedMessagesRouter,
  search: searchRouter,
});

/** What a frontend imports, as a type only, to call this service with full inference. */
export type AppRouter = typeof appRouter;
