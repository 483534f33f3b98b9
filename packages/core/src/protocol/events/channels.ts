import { Id, Instant } from '../primitives.js';
import { AnyChannel, Channel } from '../records/channel.js';
import { ServerMember, timedOutUntil } from '../records/server.js';
import { User } from '../records/user.js';
import { memberCount, since } from './fields.js';
import { event } from './row.js';

/** The events of channels, and of those who are in channels and servers. */
export const CHANNEL_EVENTS = [
  event(
    'channel.created',
    {
      says: "A channel was created. It comes in its server's stream, and for a private channel or a direct message in your own.",
      streams: { server: 'nobody', user: 'nobody' },
      readers: 'stay',
      webhooks: 'server',
    },
    { ...AnyChannel.shape, since },
  ),
  event(
    'channel.updated',
    {
      says: "A channel was changed. That of a public channel comes in its own stream and in its server's.",
      streams: { channel: 'everybody', server: 'nobody' },
      readers: 'change',
      webhooks: 'server',
    },
    Channel.shape,
  ),
  event(
    'channel.deleted',
    {
      says: 'A channel was deleted.',
      streams: { channel: 'everybody', server: 'nobody' },
      readers: 'change',
      webhooks: 'server',
    },
    { id: Id, serverId: Id.nullable() },
  ),
  event(
    'channel.hidden',
    {
      says: "A public channel became private. In its server's stream: read the list of channels again, its members still see it.",
      // Its own stream has `channel.updated`.
      streams: { server: 'nobody' },
      readers: 'stay',
    },
    { id: Id, serverId: Id },
  ),
  event(
    'member.joined',
    {
      says: 'Somebody joined the server, or the channel that `channelId` names.',
      // Who could not post before was refused, and a refusal is not kept.
      streams: { channel: 'nobody', server: 'nobody' },
      readers: 'change',
      webhooks: 'server',
    },
    {
      serverId: Id.nullable(),
      channelId: Id.nullable().meta({ description: 'Null when the server was joined.' }),
      user: User,
      role: ServerMember.shape.role
        .nullable()
        .meta({ description: 'The role in the server; null for a channel.' }),
      joinedAt: Instant,
      timedOutUntil,
      memberCount,
    },
  ),
  event(
    'member.updated',
    {
      says: 'The role of a member of the server was changed, or a time-out began or ended.',
      streams: { server: 'subject' },
      readers: 'change',
      webhooks: 'server',
    },
    { serverId: Id, userId: Id, role: ServerMember.shape.role, timedOutUntil },
  ),
  event(
    'member.left',
    {
      says: 'Somebody left the server, or the channel that `channelId` names, or was removed from it.',
      streams: { channel: 'subject', server: 'subject' },
      readers: 'change',
      webhooks: 'server',
    },
    { serverId: Id.nullable(), channelId: Id.nullable(), userId: Id, memberCount },
  ),
] as const;
