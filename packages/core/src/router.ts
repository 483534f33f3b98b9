import { authRouter } from './auth/router.js';
import { channelsRouter, dmsRouter } from './channels/router.js';
import { router } from './kernel/trpc.js';
import { serversRouter } from './servers/router.js';
import { usersRouter } from './users/router.js';

export const appRouter = router({
  auth: authRouter,
  users: usersRouter,
  servers: serversRouter,
  channels: channelsRouter,
  dms: dmsRouter,
});

/** What a frontend imports, as a type only, to call this service with full inference. */
export type AppRouter = typeof appRouter;
