import type { Channel, ChannelGroup } from '@palaver/client';
import type { ChatTexts } from '../i18n/i18n.js';
import type { ListRow } from './list-row.js';

/** How the person has arranged the lists of channels on this device. */
export interface SidebarView {
  /** The sections that are closed, as `server section`. */
  readonly closed: ReadonlySet<string>;
  readonly isUnreadOnly: boolean;
}

/** What of the channels is shown. */
export interface Shown extends SidebarView {
  /** The channels that the person is in; null while that is not known. */
  readonly joined: ReadonlySet<string> | null;
  readonly unread: ReadonlySet<string>;
  /** The channel that is open: it is shown whatever else is chosen. */
  readonly currentId: string | null;
}

export const ALL_SHOWN: Shown = {
  joined: null,
  unread: new Set(),
  currentId: null,
  closed: new Set(),
  isUnreadOnly: false,
};

/** Names a section of the list of a server: a group by its id, `none` or `favorites`. */
export function sectionKey(serverId: string, section: string): string {
  return `${serverId} ${section}`;
}

/**
 * The favorites, the channels of no group, and those of each group; without what is archived. Channels that the person is not
 * in are found in the browser of channels. A closed section shows what is unread.
 */
export function rowsOf(
  channels: readonly Channel[],
  groups: readonly ChannelGroup[],
  favoriteIds: readonly string[],
  t: Pick<ChatTexts, 'favorites' | 'channels'>,
  shown: Shown = ALL_SHOWN,
): ListRow[] {
  const listed = channels.filter((channel) => isListed(channel, shown));
  const byId = new Map(listed.map((channel) => [channel.id, channel]));
  const groupIds = new Set(groups.map(({ id }) => id));
  const ungrouped = listed.filter(({ groupId }) => groupId === null || !groupIds.has(groupId));
  const favorites = favoriteIds.flatMap((id) => byId.get(id) ?? []);
  return [
    ...sectionRows('favorites', t.favorites, favorites, shown),
    ...sectionRows('none', t.channels, ungrouped, shown),
    ...groups.flatMap(({ id, name }) =>
      sectionRows(
        id,
        name,
        listed.filter(({ groupId }) => groupId === id),
        shown,
      ),
    ),
  ];
}

function isListed({ id, archived }: Channel, { joined, unread, currentId, isUnreadOnly }: Shown): boolean {
  if (archived) return false;
  if (id === currentId) return true;
  return isUnreadOnly ? unread.has(id) : (joined?.has(id) ?? true);
}

function sectionRows(id: string, heading: string, within: readonly Channel[], shown: Shown): ListRow[] {
  const [first] = within;
  if (first === undefined) return [];
  const key = sectionKey(first.serverId ?? '', id);
  const isClosed = shown.closed.has(key);
  const isOpen = ({ id: channelId }: Channel) =>
    !isClosed || shown.unread.has(channelId) || channelId === shown.currentId;
  return [
    { key: id, heading, section: { key, isClosed } },
    ...within.filter(isOpen).map((channel) => ({ key: `${id} ${channel.id}`, channel })),
  ];
}

/** The channel that a server opens with: the last one that was shown, or the first. */
export function firstChannelOf(channels: readonly Channel[], lastId: string | null): Channel | undefined {
  return channels.find(({ id }) => id === lastId) ?? channels.find(({ archived }) => !archived);
}
