import type { Event, Server, ServerMember } from '../service.js';
import { change, changeOne, idOf, type Page, put, recordIn, withoutId } from './lists.js';
import { type ListResource, list, type SingleResource, single, withItemsOfNoStream } from './resource.js';
import type { Change, Reducer } from './view.js';

/** `servers.list`. It follows the stream of each server in the list. */
export interface ServerList {
  readonly items: readonly Server[];
  /** The user who read the list. */
  readonly userId: string;
}

export const reduceServerList: Reducer<ServerList> = (list, event) => {
  switch (event.type) {
    case 'server.joined': {
      const { server: joined, since } = event.data;
      const items = put(list.items, joined, idOf);
      return { state: { ...list, items }, follow: { [joined.id]: since } };
    }
    case 'server.deleted':
      return without(list, event.data.id);
    case 'access.revoked':
      return event.data.channelId === null && event.data.serverId !== null
        ? without(list, event.data.serverId)
        : null;
    case 'member.left':
      if (event.data.userId === list.userId && isOfServer(event)) return without(list, event.data.streamId);
  }
  const update = updateOf(event);
  const items = update && changeOne(list.items, update.id, update.to);
  return items && { state: { ...list, items } };
};

export const servers: SingleResource<ServerList> = /* @__PURE__ */ single({
  key: 'servers',
  ask: (api) => api.servers.list.query(),
  begin: (items, userId) => ({ items, userId }),
  reduce: reduceServerList,
  complete: (view, { client }) =>
    withItemsOfNoStream(view, view.state.items, (serverId) =>
      client.snapshot((api) => api.servers.get.query({ serverId })),
    ),
});

/** `servers.get`; null after the server is deleted. */
export const reduceServer: Reducer<Server | null> = (server, event) => {
  if (event.type === 'server.deleted') return { state: null };
  const update = updateOf(event);
  return server && update?.id === server.id ? { state: update.to(server) } : null;
};

/** `servers.members`. */
export const reduceServerMemberPage: Reducer<Page<ServerMember>> = (page, event) => {
  const items = membersAfter(page, event);
  return items && { state: { ...page, items } };
};

export const membersOf = (serverId: string): ListResource<ServerMember> =>
  list({
    key: `members/${serverId}`,
    of: serverId,
    ask: (api, { around, ...page }) => api.servers.members.query({ serverId, ...page }),
    reduce: reduceServerMemberPage,
    idOf: ({ user }) => user.id,
  });

function membersAfter(page: Page<ServerMember>, event: Event): readonly ServerMember[] | null {
  const { items } = page;
  switch (event.type) {
    case 'member.joined': {
      const { user, role, joinedAt, timedOutUntil } = event.data;
      if (!isOfServer(event) || role === null || !page.newest) return null;
      const member = { serverId: event.data.streamId, user, role, joinedAt, timedOutUntil };
      return put(items, member, (old) => old.user.id);
    }
    case 'member.left':
      return isOfServer(event) ? items.filter(({ user }) => user.id !== event.data.userId) : null;
    case 'member.updated': {
      const { userId, role, timedOutUntil } = event.data;
      return change(
        items,
        ({ user }) => user.id === userId,
        (member) => ({ ...member, role, timedOutUntil }),
      );
    }
    case 'user.updated': {
      const user = recordIn(event.data);
      return change(
        items,
        (member) => member.user.id === user.id,
        (member) => ({ ...member, user }),
      );
    }
    default:
      return null;
  }
}

function isOfServer({ data }: Extract<Event, { type: 'member.joined' | 'member.left' }>): boolean {
  return data.channelId === null && data.serverId === data.streamId;
}

function without(list: ServerList, serverId: string): Change<ServerList> {
  const items = withoutId(list.items, serverId);
  return { state: { ...list, items }, unfollow: [serverId] };
}

interface Update {
  readonly id: string;
  readonly to: (server: Server) => Server;
}

function updateOf(event: Event): Update | null {
  switch (event.type) {
    case 'server.updated': {
      const updated = recordIn(event.data);
      return { id: updated.id, to: () => updated };
    }
    case 'member.joined':
    case 'member.left': {
      const { streamId, memberCount } = event.data;
      return isOfServer(event) ? { id: streamId, to: (old) => ({ ...old, memberCount }) } : null;
    }
    default:
      return null;
  }
}
