import { instanceAdminName } from './admin/access.js';
import { makeFirstAdmin } from './admin/first-admin.js';
import { findStoredBytes } from './attachments/stored-bytes.js';
import { SessionCache } from './auth/session-cache.js';
import { requirePassword } from './auth/session-password.js';
import { authenticate, holdSession } from './auth/sessions.js';
import { dmPartnersOf } from './channels/access.js';
import { createFirstChannel } from './channels/create.js';
import { joinDefaultChannels } from './channels/default-channels.js';
import { isLargeGroup, releaseChannels } from './channels/group-channels.js';
import { leaveSomeChannels } from './channels/leaving.js';
import { createUploads } from './files/uploads.js';
import { BackgroundWork } from './kernel/concurrency/background-work.js';
import { SignInLimits } from './kernel/services/sign-in-limits.js';
import { createPostQueue } from './messages/post-queue.js';
import type { Hooks } from './procedures/hooks.js';
import type { Resources, Services } from './procedures/services.js';
import { Hub, type HubOptions } from './realtime/hub.js';
import { isServerMember, serversOf } from './servers/access.js';
import { joinByInvite } from './servers/invites.js';
import { departures } from './servers/leaving.js';
import { profileUpdates } from './users/unpublished-profiles.js';

/** Everything that runs as long as the process and its database. */
export interface RunningServices extends Services {
  readonly hub: Hub;
  /** Ends every feed, and waits for the background work under way. The process closes what it has provided itself. */
  close(): Promise<void>;
}

/** The functions of upper slices that lower ones call. */
const hooks: Hooks = {
  instanceAdminName,
  makeFirstAdmin,
  joinByInvite: async (...given) => void (await joinByInvite(...given)),
  requirePassword,
  holdSession,
  serversOf,
  isServerMember,
  dmPartnersOf,
  createFirstChannel,
  joinDefaultChannels,
  leaveSomeChannels,
  isLargeGroup,
  releaseChannels,
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
  const background = startBackgroundWork(resources);
  const forSessions = { ...resources, sessions };
  return {
    ...resources,
    hooks,
    signInLimits: new SignInLimits(resources.clock),
    uploads,
    hub,
    findActor: (token) => authenticate(forSessions, token),
    posts,
    background,
    connectFeed: (actor, feedOptions) => hub.connect(actor, feedOptions),
    close: () => {
      hub.close();
      sessions.close();
      posts.close();
      return background.stop();
    },
  };
}

/** Work that requests leave behind: its transactions carry no key and have no actor. */
function startBackgroundWork(resources: Resources): BackgroundWork {
  const ctx = { ...resources, hooks, replyHeaders: new Map(), idempotency: null, seal: null };
  return new BackgroundWork([departures(ctx), profileUpdates(ctx)], resources.log);
}
