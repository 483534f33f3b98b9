import type { Channel, ChannelGroup } from '@palaver/client';
import type { Catalogue } from '../i18n/en.js';
import type { ListRow } from './list-row.js';

/** The favorites, the channels of no group, and those of each group; without what is archived. */
export function rowsOf(
  channels: readonly Channel[],
  groups: readonly ChannelGroup[],
  favoriteIds: readonly string[],
  t: Pick<Catalogue, 'favorites' | 'channels'>,
): ListRow[] {
  const shown = channels.filter(({ archived }) => !archived);
  const section = (id: string, heading: string, within: readonly Channel[]): ListRow[] =>
    within.length === 0
      ? []
      : [
          { key: id, heading },
          ...within.map((channel) => ({
            key: `${id} ${channel.id}`,
            channel,
            href: `/servers/${channel.serverId}/channels/${channel.id}`,
          })),
        ];
  const byId = new Map(shown.map((channel) => [channel.id, channel]));
  const groupIds = new Set(groups.map(({ id }) => id));
  const ungrouped = shown.filter(({ groupId }) => groupId === null || !groupIds.has(groupId));
  const inGroup = (id: string) => shown.filter(({ groupId }) => groupId === id);
  return [
    ...section(
      'favorites',
      t.favorites,
      favoriteIds.flatMap((id) => byId.get(id) ?? []),
    ),
    ...section('none', t.channels, ungrouped),
    ...groups.flatMap(({ id, name }) => section(id, name, inGroup(id))),
  ];
}

/** The channel that a server opens with: the last one that was shown, or the first. */
export function firstChannelOf(channels: readonly Channel[], lastId: string | null): Channel | undefined {
  return channels.find(({ id }) => id === lastId) ?? channels.find(({ archived }) => !archived);
}
