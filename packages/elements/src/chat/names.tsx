import type { AnyChannel, Channel, Message, ServerEmoji, User, UserGroup } from '@palaver/client';
import { resources, type StoreState, selectChannels, stateOf } from '@palaver/client/store';
import { useResource, useSelected, useStore } from '@palaver/react';
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { LookAlikes } from '../people/look-alike-mark.js';

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

const NONE: readonly never[] = [];

/** Reads what texts of a channel may name, and gives it to them. */
export function NamesProvider({
  channel: { id, serverId },
  children,
}: {
  readonly channel: Pick<AnyChannel, 'id' | 'serverId'>;
  readonly children: ReactNode;
}) {
  const { value: members } = useResource(useMemo(() => resources.membersOfChannel(id), [id]));
  const { emoji, groups, channels } = useOfServer(serverId);
  const users = members?.users ?? NONE;
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
      <LookAlikes people={users}>{children}</LookAlikes>
    </NamesContext.Provider>
  );
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
