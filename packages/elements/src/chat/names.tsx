import type { AnyChannel, Channel, Message, ServerEmoji, User, UserGroup } from '@palaver/client';
import { resources, type StoreState, selectChannels, stateOf } from '@palaver/client/store';
import { useResource, useSelected, useStore } from '@palaver/react';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import { LookAlikes } from '../people/look-alike-mark.js';
import { peopleLookup } from './people-lookup.js';

/** What can be named in the texts of a place, by its name in lower case. */
export interface Names {
  readonly serverId: string | null;
  readonly users: ReadonlyMap<string, User>;
  /** The same people by their ids. */
  readonly usersById: ReadonlyMap<string, User>;
  readonly groups: ReadonlyMap<string, UserGroup>;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly emoji: ReadonlyMap<string, ServerEmoji>;
}

const NamesContext = createContext<Names | null>(null);
const NeedContext = createContext<(ids: readonly string[]) => void>(() => {});
const MentionsContext = createContext<Message['mentions'] | null>(null);

/** What can be named here; null where a text stands outside of its channel. */
export function useNames(): Names | null {
  return useContext(NamesContext);
}

/** Whom the text mentions, as the service has found; null where that is not known. */
export function useMentions(): Message['mentions'] | null {
  return useContext(MentionsContext);
}

export const MentionsProvider = MentionsContext.Provider;

/** Asks for people whose names are shown: of a channel with many members not all are known from the start. */
export function useNeeded(ids: readonly string[]): void {
  const need = useContext(NeedContext);
  const asked = ids.join();
  useEffect(() => {
    if (asked !== '') need(asked.split(','));
  }, [need, asked]);
}

const NONE: readonly never[] = [];

/** Reads what texts of a channel may name, and gives it to them. */
export function NamesProvider({
  channel: { id, serverId },
  children,
}: {
  readonly channel: Pick<AnyChannel, 'id' | 'serverId'>;
  readonly children: ReactNode;
}) {
  const { users, need } = usePeople(id);
  const { emoji, groups, channels } = useOfServer(serverId);
  const names = useMemo(
    () => ({
      serverId,
      users: byName(users, ({ username }) => username),
      usersById: byName(users, ({ id }) => id),
      groups: byName(groups, ({ handle }) => handle),
      channels: byName(channels, ({ name }) => name),
      emoji: byName(emoji, ({ name }) => name),
    }),
    [serverId, users, groups, channels, emoji],
  );
  return (
    <NamesContext.Provider value={names}>
      <NeedContext.Provider value={need}>
        <LookAlikes people={users}>{children}</LookAlikes>
      </NeedContext.Provider>
    </NamesContext.Provider>
  );
}

/** The newest members of a channel, and who was needed beside them. */
function usePeople(channelId: string) {
  const { client } = useStore();
  const { value } = useResource(useMemo(() => resources.newestMembersOf(channelId), [channelId]));
  const lookup = useMemo(
    () => peopleLookup((ids) => client.api.channels.membersById.query({ channelId, userIds: ids.join() })),
    [client, channelId],
  );
  const found = useSyncExternalStore(lookup.subscribe, lookup.found, lookup.found);
  const members = value?.users ?? NONE;
  const isWhole = value?.isWhole ?? true;
  return useMemo(() => {
    const known = new Set(members.map(({ id }) => id));
    return {
      users: [...members, ...found.filter(({ id }) => !known.has(id))],
      need: (ids: readonly string[]) => {
        if (!isWhole) lookup.need(ids.filter((id) => !known.has(id)));
      },
    };
  }, [members, found, isWhole, lookup]);
}

/** A direct message has none of it. */
function useOfServer(serverId: string | null) {
  const store = useStore();
  useEffect(() => {
    if (serverId === null) return undefined;
    const stops = [
      store.watch(resources.emojiOf(serverId)),
      store.watch(resources.userGroupsOf(serverId)),
      store.watch(resources.channelsOf(serverId)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [store, serverId]);
  return useSelected(useMemo(() => selectOfServer(serverId), [serverId]));
}

interface OfServer {
  readonly emoji: readonly ServerEmoji[];
  readonly groups: readonly UserGroup[];
  readonly channels: readonly Channel[];
}

function selectOfServer(serverId: string | null): (state: StoreState) => OfServer {
  if (serverId === null) return () => ({ emoji: NONE, groups: NONE, channels: NONE });
  const channels = selectChannels(serverId);
  return (state) => ({
    emoji: stateOf(state, resources.emojiOf(serverId)).value ?? NONE,
    groups: stateOf(state, resources.userGroupsOf(serverId)).value ?? NONE,
    channels: channels(state),
  });
}

function byName<Item>(items: readonly Item[], nameOf: (item: Item) => string): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [nameOf(item).toLowerCase(), item]));
}
