import { adminRouter } from './admin/router.js';
import { authRouter } from './auth/router.js';
import { botProcedures } from './bots/router.js';
import { dmsRouter } from './channels/dm-router.js';
import { channelsRouter } from './channels/router.js';
import { groupsRouter } from './groups/router.js';
import { messagesRouter } from './messages/router.js';
import { notificationPreferencesRouter } from './notifications/router.js';
import { router } from './procedures/trpc.js';
import { gatewayProcedures, realtimeRouter } from './realtime/router.js';
import { serversRouter } from './servers/router.js';
import { usersRouter } from './users/router.js';

export const appRouter = router({
  admin: adminRouter,
  auth: authRouter,
  users: usersRouter,
  servers: serversRouter,
  channels: channelsRouter,
  dms: dmsRouter,
  groups: groupsRouter,
  messages: messagesRouter,
  bots: router({ ...botProcedures, ...gatewayProcedures }),
  realtime: realtimeRouter,
  notificationPreferences: notificationPreferencesRouter,
});

/** What a frontend imports, as a type only, to call this service with full inference. */
export type AppRouter = typeof appRouter;
