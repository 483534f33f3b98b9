import type { Database } from '@palaver/db';
import { hasAttachments } from '../attachments/purge.js';
import { deleteChannelsOf, deletedChannels, hasChannels, purgeChannel } from '../channels/purge.js';
import { purgeWebhooks } from '../incoming-webhooks/purge.js';
import { purgeMessages } from '../messages/removal/purge.js';
import { purgeWebhooksOf } from '../outgoing-webhooks/purge.js';
import { deletedServers, purgeServers } from '../servers/purge.js';
import { purgeUserGroups } from '../user-groups/purge.js';

/**
 * Removes deleted servers and channels for good with what they contain, in small batches, until nothing is left:
 * deleting only marks a row, since a channel of a million messages cannot be removed within one request. The files are
 * removed before, by the attachments slice: a channel that still has attachments is left for the next round.
 */
export async function purgeDeleted(db: Database): Promise<void> {
  for (const { id, deletedAt } of await deletedServers(db)) {
    await deleteChannelsOf(db, id, deletedAt);
    await purgeUserGroups(db, id);
    await purgeWebhooksOf(db, id);
  }
  for (const channelId of await deletedChannels(db)) {
    if (await hasAttachments(db, channelId)) continue;
    await purgeWebhooks(db, channelId);
    await purgeMessages(db, channelId);
    await purgeChannel(db, channelId);
  }
  await purgeServers(db, (serverId) => hasChannels(db, serverId));
}
