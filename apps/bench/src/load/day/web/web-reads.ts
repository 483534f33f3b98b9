import { z } from 'zod';
import type { WebSpec } from '../day-job.js';
import type { Calls, Read } from './calls.js';

/** What a person reads of answers. */
export const Shape = {
  ids: z.array(z.object({ id: z.string() })),
  unread: z.array(z.object({ channelId: z.string(), unreadCount: z.number() })),
  address: z.object({ url: z.string() }),
};

export const PAGE = 50;
/** Of the members of a channel. */
const MEMBERS = 100;

/** What the page of an address shows before anything else, beside the channel and what is unread. */
const AT_START = ['users.me', 'servers.list', 'dms.list', 'drafts.list', 'favorites.list'];
const OF_SERVER = ['channels.list', 'groups.list', 'emoji.list', 'userGroups.list'];

export function readsAtStart(calls: Calls, serverId: string): ReadonlyArray<Promise<Read>> {
  return [
    calls.snapshot('notifications.list', { limit: PAGE }),
    ...AT_START.map((procedure) => calls.snapshot(procedure)),
    ...OF_SERVER.map((procedure) => calls.snapshot(procedure, { serverId })),
  ];
}

/** What the page of a channel reads, its messages first. */
export function readsOfChannel(
  calls: Calls,
  channelId: string,
): readonly [Promise<Read>, ...Promise<Read>[]] {
  return [
    calls.snapshot('messages.list', { channelId, limit: PAGE }),
    calls.snapshot('notificationPreferences.getForChannelById', { channelId }),
    calls.snapshot('channels.membersById', { channelId, limit: MEMBERS }),
  ];
}

/** What is read once the page is shown: the person as a member, and the position from which answers of bots are heard. */
export function readsAfterStart(calls: Calls, { serverId, userId }: WebSpec): ReadonlyArray<Promise<Read>> {
  return [
    calls.snapshot('servers.members', { serverId, before: nextId(userId), limit: 1 }),
    calls.snapshot('users.me'),
  ];
}

/** The threads that the person follows. */
export function readThreads(calls: Calls): Promise<Read> {
  return calls.query('threads.list', { limit: PAGE });
}

/** The id after one, so that a page before it begins with that one. */
function nextId(id: string): string {
  const last = Number.parseInt(id.slice(-8), 16) + 1;
  return id.slice(0, -8) + last.toString(16).padStart(8, '0');
}
