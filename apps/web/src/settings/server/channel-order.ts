import type { Channel, ChannelGroup } from '@palaver/client';

/** The channels of a group, in their order; of no group with null. */
export interface Section {
  readonly groupId: string | null;
  readonly channelIds: readonly string[];
}

/** The sections of a server as they are stored: first the channels in no group. */
export function sectionsOf(channels: readonly Channel[], groups: readonly ChannelGroup[]): Section[] {
  const known = new Set(groups.map(({ id }) => id));
  const idsOf = (wanted: string | null) =>
    channels
      .filter(({ groupId }) => (groupId !== null && known.has(groupId) ? groupId : null) === wanted)
      .map(({ id }) => id);
  return [null, ...groups.map(({ id }) => id)].map((groupId) => ({ groupId, channelIds: idsOf(groupId) }));
}

/** The sections once a channel is in the place of another one, or at the end of a group without channels. */
export function moveChannel(
  sections: readonly Section[],
  channelId: string,
  to: { readonly groupId: string | null; readonly index: number },
): Section[] {
  return sections.map(({ groupId, channelIds }) => {
    const rest = channelIds.filter((id) => id !== channelId);
    return { groupId, channelIds: groupId === to.groupId ? rest.toSpliced(to.index, 0, channelId) : rest };
  });
}

/** The sections once a group is in the place of another one. The channels in no group stay first. */
export function moveGroup(sections: readonly Section[], groupId: string, overId: string): Section[] {
  const index = sections.findIndex((section) => section.groupId === overId);
  const moved = sections.find((section) => section.groupId === groupId);
  if (index < 1 || moved === undefined) return [...sections];
  return sections.filter((section) => section !== moved).toSpliced(index, 0, moved);
}

/** The sections once a channel is one place further up or down, also into the next section; null where there is none. */
export function stepChannel(sections: readonly Section[], channelId: string, step: -1 | 1): Section[] | null {
  const place = placeOf(sections, channelId);
  if (place === null) return null;
  const at = sections.findIndex(({ groupId }) => groupId === place.groupId);
  const index = place.index + step;
  const count = sections[at]?.channelIds.length ?? 0;
  if (index >= 0 && index < count) return moveChannel(sections, channelId, { groupId: place.groupId, index });
  const next = sections[at + step];
  if (next === undefined) return null;
  const end = step === 1 ? 0 : next.channelIds.length;
  return moveChannel(sections, channelId, { groupId: next.groupId, index: end });
}

/** The sections once a group is one place further up or down; null where there is none. */
export function stepGroup(sections: readonly Section[], groupId: string, step: -1 | 1): Section[] | null {
  const over = sections[sections.findIndex((section) => section.groupId === groupId) + step];
  return over == null || over.groupId === null ? null : moveGroup(sections, groupId, over.groupId);
}

/** Where a channel is. */
export function placeOf(sections: readonly Section[], channelId: string) {
  for (const { groupId, channelIds } of sections) {
    const index = channelIds.indexOf(channelId);
    if (index >= 0) return { groupId, index };
  }
  return null;
}

/** What has to be written so that the service has the order of the sections. A position is where it is in its section. */
export function changesFor(
  sections: readonly Section[],
  channels: readonly Channel[],
  groups: readonly ChannelGroup[],
) {
  const channelOf = new Map(channels.map((channel) => [channel.id, channel]));
  const groupOf = new Map(groups.map((group) => [group.id, group]));
  const moved = sections.flatMap(({ groupId, channelIds }) =>
    channelIds.map((channelId, position) => ({ channelId, groupId, position })),
  );
  const sorted = sections.flatMap(({ groupId }, index) =>
    groupId === null ? [] : [{ groupId, position: index - 1 }],
  );
  return {
    channels: moved.filter(({ channelId, groupId, position }) => {
      const channel = channelOf.get(channelId);
      return channel !== undefined && (channel.groupId !== groupId || channel.position !== position);
    }),
    groups: sorted.filter(({ groupId, position }) => groupOf.get(groupId)?.position !== position),
  };
}
