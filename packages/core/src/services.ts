import { findStoredBytes } from './attachments/stored-bytes.js';
import { SessionCache } from './auth/session-cache.js';
import { requirePassword } from './auth/session-password.js';
import { authenticate, holdSession } from './auth/sessions.js';
import { releaseGroupChannels } from './channels/actions.js';
import { createFirstChannel } from './channels/create.js';
import { joinDefaultChannels } from './channels/default-channels.js';
import { leaveChannelsOfServer } from './channels/membership.js';
import { createUploads } from './files/uploads.js';
import { SignInLimits } from './kernel/services/sign-in-limits.js';
import { createPostQueue } from './messages/post-queue.js';
import type { Hooks } from './procedures/hooks.js';
import type { Resources, Services } from './procedures/services.js';
import { Hub, type HubOptions } from './realtime/hub.js';
import { serversOf } from './servers/access.js';

/** Everything that runs as long as the process and its database. */
export interface RunningServices extends Services {
  readonly hub: Hub;
  /** Ends every feed. The process closes what it has provided itself. */
  close(): void;
}

/** The functions of upper slices that lower ones call. */
const hooks: Hooks = {
  requirePassword,
  holdSession,
  serversOf,
  createFirstChannel,
  joinDefaultChannels,
  leaveChannels: leaveChannelsOfServer,
  releaseGroupChannels,
};

/** Builds the services on what the process provides. Call it once for each database. */
export function createServices(resources: Resources, options: HubOptions = {}): RunningServices {
  const hub = new Hub(resources, options);
  const sessions = new SessionCache(resources);
  const posts = createPostQueue(resources);
  const uploads = createUploads({
    files: resources.files,
    quotas: resources.settings.quotas,
    storedBytes: (personId) => findStoredBytes(resources.db, personId),
  });
  return {
    ...resources,
    hooks,
    signInLimits: new SignInLimits(resources.clock),
    uploads,
    hub,
    findActor: (token) => authenticate({ ...resources, sessions }, token),
    posts,
    connectFeed: (actor, feedOptions) => hub.connect(actor, feedOptions),
    close: () => {
      hub.close();
      sessions.close();
      posts.close();
    },
  };
}
