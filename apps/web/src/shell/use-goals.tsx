import type { AnyChannel, Channel, User } from '@palaver/client';
import { resources, type StoreState, stateOf } from '@palaver/client/store';
import { ChannelIcon } from '@palaver/elements/channels/channel-link.js';
import { addressOf } from '@palaver/elements/host/address.js';
import { PersonAvatar } from '@palaver/elements/people/person.js';
import { useSelected, useStore } from '@palaver/react';
import { MessageCircle, Users, Zap } from 'lucide-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useLocation } from 'wouter';
import { useChannelsTexts } from '../channels/texts.js';
import { useTexts } from '../i18n/i18n.js';
import { useFoundPeople } from '../people/use-found-people.js';
import type { OpenedDialog } from '../ui/opened-dialog.js';
import { actionsFor } from './actions.js';
import type { Goal } from './goals.js';

/** Channels of more servers are not looked through. */
const SERVERS_MAX = 20;
const NO_PEOPLE: readonly User[] = [];

/** A goal as it is shown, and how one gets there. */
export interface ShownGoal extends Goal {
  /** The server of a channel, or what kind of goal it is. */
  readonly of: string;
  readonly icon: ReactNode;
  readonly does: { readonly href: string } | { readonly dialog: OpenedDialog } | { readonly userId: string };
}

/** Everything that the switcher can go to, with the people who have the name that is typed. */
export function useGoals(text: string): readonly ShownGoal[] {
  const t = useTexts();
  const s = useChannelsTexts();
  const store = useStore();
  const [path] = useLocation();
  const servers = useSelected(selectServers);
  const state = useSelected(selectAll);
  const people = useFoundPeople(text, null)?.users ?? NO_PEOPLE;
  useEffect(() => {
    const stops = servers.map(({ id }) => store.watch(resources.channelsOf(id)));
    return () => {
      for (const stop of stops) stop();
    };
  }, [store, servers]);
  const serverId = /^\/servers\/([^/]+)/.exec(path)?.[1] ?? null;
  return useMemo(() => {
    const unreadOf = new Map(state.unread.map((item) => [item.channelId, item]));
    const placeGoal = (channel: Channel | AnyChannel, of: string): ShownGoal => ({
      id: channel.id,
      kind: channel.isDm ? 'dm' : 'channel',
      name: channel.displayName,
      of,
      icon: channel.isDm ? <MessageCircle aria-hidden="true" /> : <ChannelIcon channel={channel} />,
      does: { href: addressOf(channel.serverId, channel.id) },
      unreadCount: unreadOf.get(channel.id)?.unreadCount ?? 0,
      mentionCount: unreadOf.get(channel.id)?.mentionCount ?? 0,
    });
    const inServers = state.channels.map(({ channel, server }) => placeGoal(channel, server));
    // The direct message with somebody is the way to them.
    const known = new Set(
      state.dms.flatMap(({ members }) => (members.length === 2 ? members.map(({ id }) => id) : [])),
    );
    return [
      ...state.dms.map((dm) => placeGoal(dm, s.isDm)),
      ...inServers,
      ...people
        .filter(({ id }) => !known.has(id) && id !== state.userId)
        .map((user) => personGoal(user, s.isPerson)),
      ...servers.map(
        ({ id, name }): ShownGoal => ({
          id,
          kind: 'server',
          name,
          of: s.isServer,
          icon: <Users aria-hidden="true" />,
          does: { href: `/servers/${id}` },
        }),
      ),
      ...actionsFor(serverId, t).map(
        ({ id, name, does }): ShownGoal => ({
          id,
          kind: 'action',
          name,
          of: s.isAction,
          icon: <Zap aria-hidden="true" />,
          does,
        }),
      ),
    ];
  }, [state, servers, people, serverId, s, t]);
}

function personGoal(user: User, of: string): ShownGoal {
  const { id, username, displayName } = user;
  return {
    id: `person-${id}`,
    kind: 'person',
    name: displayName,
    also: username,
    of: `@${username} · ${of}`,
    icon: <PersonAvatar user={user} size="small" />,
    does: { userId: id },
  };
}

function selectServers(state: StoreState) {
  return (stateOf(state, resources.servers).value?.items ?? []).slice(0, SERVERS_MAX);
}

function selectAll(state: StoreState) {
  return {
    userId: state.userId,
    unread: stateOf(state, resources.unread).value?.items ?? [],
    dms: stateOf(state, resources.dms).value?.items ?? [],
    channels: selectServers(state).flatMap((server) =>
      (stateOf(state, resources.channelsOf(server.id)).value?.items ?? [])
        .filter(({ archived }) => !archived)
        .map((channel) => ({ channel, server: server.name })),
    ),
  };
}
