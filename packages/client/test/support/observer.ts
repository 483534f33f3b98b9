import type { TestUser } from '@palaver/core/testing';
import { channelReads } from './nouns/channels.js';
import { messageReads, olderMessages } from './nouns/messages.js';
import { ownReads } from './nouns/own.js';
import { serverReads, userGroupReads } from './nouns/servers.js';
import type { Observer } from './observing.js';

/** Observes everything that someone can read now. Other people act at the same time, so reads may be refused. */
export async function observeAll(someone: TestUser): Promise<Observer[]> {
  const { id: userId, call } = someone;
  const general = ownReads(userId).map((begin) => begin(someone));
  const servers = await call.servers.list();
  const inServers = servers.flatMap(({ id }) => serverReads(userId, id)).map((begin) => begin(someone));
  const groups = await Promise.all(
    servers.map(({ id }) => call.userGroups.list({ serverId: id }).catch(() => [])),
  );
  const ofGroups = groups.flat().flatMap((group) => userGroupReads(group).map((begin) => begin(someone)));
  const found = await Promise.all(
    servers.map(({ id }) => call.channels.list({ serverId: id }).catch(() => [])),
  );
  const inChannels: Array<Promise<Observer | null>> = [];
  for (const { id, serverId } of [...found.flat(), ...(await call.dms.list())]) {
    const list = await call.messages.list({ channelId: id, limit: 3 }).catch(() => []);
    const older = list.slice(0, 1).map((it) => olderMessages(it));
    const reads = [
      ...channelReads(userId, id, serverId),
      ...older,
      ...list.flatMap((it) => messageReads(it)),
    ];
    inChannels.push(...reads.map((begin) => begin(someone)));
  }
  const observers = await Promise.all([...general, ...inServers, ...ofGroups, ...inChannels]);
  return observers.filter((observer) => observer !== null);
}
