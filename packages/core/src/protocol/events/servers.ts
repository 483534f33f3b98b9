import { Id } from '../primitives.js';
import { ChannelGroup } from '../records/group.js';
import { Server, ServerMember } from '../records/server.js';
import { ServerEmoji } from '../records/server-emoji.js';
import { User } from '../records/user.js';
import { UserGroup } from '../records/user-group.js';
import { memberCount, since } from './fields.js';
import { event } from './row.js';

/** Of what is in a server: nothing of it decides about posts or about who reads the server. */
const inServer = { streams: { server: 'nobody' }, readers: 'stay', webhooks: 'server' } as const;

/** The events of servers, and of what they have beside channels and members. */
export const SERVER_EVENTS = [
  event(
    'server.joined',
    {
      says: 'You joined a server. In your own stream.',
      streams: { user: 'nobody' },
      readers: 'stay',
    },
    { server: Server, role: ServerMember.shape.role, since },
  ),
  event('server.updated', { says: 'A server was changed.', ...inServer }, Server.shape),
  event(
    'server.deleted',
    {
      says: 'A server was deleted. Nothing of it comes later.',
      streams: { server: 'everybody' },
      readers: 'change',
    },
    { id: Id },
  ),
  event('group.created', { says: 'A channel group was created.', ...inServer }, ChannelGroup.shape),
  event('group.updated', { says: 'A channel group was changed.', ...inServer }, ChannelGroup.shape),
  event(
    'group.deleted',
    { says: 'A channel group was deleted. Its channels stay, in no group.', ...inServer },
    { id: Id, serverId: Id },
  ),
  event('emoji.created', { says: 'A server has a new emoji of its own.', ...inServer }, ServerEmoji.shape),
  event(
    'emoji.updated',
    {
      says: 'An emoji of a server has another name. Reactions with it stay the same reactions.',
      ...inServer,
    },
    ServerEmoji.shape,
  ),
  event(
    'emoji.deleted',
    { says: 'An emoji of a server was deleted. Reactions with it stay, with its name.', ...inServer },
    { id: Id, serverId: Id },
  ),
  event(
    'user_group.created',
    { says: 'A user group was created, without members.', ...inServer },
    UserGroup.shape,
  ),
  event(
    'user_group.updated',
    { says: 'A user group was changed, or members of it have left the server.', ...inServer },
    UserGroup.shape,
  ),
  event('user_group.deleted', { says: 'A user group was deleted.', ...inServer }, { id: Id, serverId: Id }),
  event(
    'user_group.member_added',
    { says: 'A member of the server was added to a user group.', ...inServer },
    { serverId: Id, userGroupId: Id, user: User, memberCount },
  ),
  event(
    'user_group.member_removed',
    { says: 'A member of the server was removed from a user group.', ...inServer },
    { serverId: Id, userGroupId: Id, userId: Id, memberCount },
  ),
] as const;
