import { anyDeletionProcedures, ownDeletionProcedures } from './account-deletion/router.js';
import { adminProcedures } from './admin/router.js';
import { attachmentsRouter } from './attachments/router.js';
import { authProcedures } from './auth/router.js';
import { blockProcedures } from './blocks/router.js';
import { botProcedures } from './bots/router.js';
import { dmsRouter } from './channels/dm-router.js';
import { channelsRouter } from './channels/router.js';
import { credentialProcedures } from './credentials/router.js';
import { mailPreferencesRouter } from './digests/router.js';
import { draftsRouter } from './drafts/router.js';
import { emojiRouter } from './emoji/router.js';
import { anyErasureProcedures, erasuresRouter } from './erasures/router.js';
import { exposedSecretsRouter } from './exposed-secrets/router.js';
import { favoritesRouter } from './favorites/router.js';
import { groupsRouter } from './groups/router.js';
import { holdProcedures } from './holds/router.js';
import { identityProcedures } from './identities/router.js';
import { incomingWebhooksRouter } from './incoming-webhooks/router.js';
import { interactionsRouter } from './interactions/router.js';
import { mailRouter } from './mail/router.js';
import { reportsRouter } from './messages/reports/router.js';
import { messagesRouter } from './messages/router.js';
import { importProcedures } from './moving/import/router.js';
import { notificationsRouter } from './notifications/item-router.js';
import { notificationPreferencesRouter } from './notifications/router.js';
import { operationProcedures } from './operation/router.js';
import { outgoingWebhooksRouter } from './outgoing-webhooks/router.js';
import { peopleProcedures } from './people/router.js';
import { router } from './procedures/trpc.js';
import { readStateRouter } from './read-state/router.js';
import { gatewayProcedures, realtimeRouter } from './realtime/router.js';
import { savedMessagesRouter } from './saved-messages/router.js';
import { scheduledMessagesRouter } from './scheduled-messages/router.js';
import { searchRouter } from './search/router.js';
import { securityHistoryProcedures } from './security-history/router.js';
import { serversRouter } from './servers/router.js';
import { threadsRouter } from './threads/router.js';
import { userGroupsRouter } from './user-groups/router.js';
import { userProcedures } from './users/router.js';

const adminRouter = router({
  ...adminProcedures,
  ...anyDeletionProcedures,
  ...anyErasureProcedures,
  ...importProcedures,
  ...holdProcedures,
  ...operationProcedures,
});
const authRouter = router({ ...authProcedures, ...identityProcedures, ...credentialProcedures });
const usersRouter = router({
  ...userProcedures,
  ...peopleProcedures,
  ...blockProcedures,
  ...ownDeletionProcedures,
  ...securityHistoryProcedures,
});
const botsRouter = router({ ...botProcedures, ...gatewayProcedures });

/** By name, because the type of the whole router is too long for a declaration. */
type Routers = {
  admin: typeof adminRouter;
  auth: typeof authRouter;
  users: typeof usersRouter;
  servers: typeof serversRouter;
  channels: typeof channelsRouter;
  exposedSecrets: typeof exposedSecretsRouter;
  incomingWebhooks: typeof incomingWebhooksRouter;
  dms: typeof dmsRouter;
  favorites: typeof favoritesRouter;
  groups: typeof groupsRouter;
  emoji: typeof emojiRouter;
  userGroups: typeof userGroupsRouter;
  mail: typeof mailRouter;
  mailPreferences: typeof mailPreferencesRouter;
  attachments: typeof attachmentsRouter;
  messages: typeof messagesRouter;
  drafts: typeof draftsRouter;
  erasures: typeof erasuresRouter;
  scheduledMessages: typeof scheduledMessagesRouter;
  reports: typeof reportsRouter;
  bots: typeof botsRouter;
  interactions: typeof interactionsRouter;
  realtime: typeof realtimeRouter;
  notifications: typeof notificationsRouter;
  notificationPreferences: typeof notificationPreferencesRouter;
  outgoingWebhooks: typeof outgoingWebhooksRouter;
  readState: typeof readStateRouter;
  threads: typeof threadsRouter;
  savedMessages: typeof savedMessagesRouter;
  search: typeof searchRouter;
};

export const appRouter: ReturnType<typeof router<Routers>> = router({
  admin: adminRouter,
  auth: authRouter,
  users: usersRouter,
  servers: serversRouter,
  channels: channelsRouter,
  exposedSecrets: exposedSecretsRouter,
  incomingWebhooks: incomingWebhooksRouter,
  dms: dmsRouter,
  favorites: favoritesRouter,
  groups: groupsRouter,
  emoji: emojiRouter,
  userGroups: userGroupsRouter,
  mail: mailRouter,
  mailPreferences: mailPreferencesRouter,
  attachments: attachmentsRouter,
  messages: messagesRouter,
  drafts: draftsRouter,
  erasures: erasuresRouter,
  scheduledMessages: scheduledMessagesRouter,
  reports: reportsRouter,
  bots: botsRouter,
  interactions: interactionsRouter,
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
