import { z } from 'zod';
import { Channel } from '../channels/schemas.js';
import { ChannelGroup } from '../groups/schemas.js';
import { Id } from '../kernel/ids.js';
import { Message } from '../messages/schemas.js';
import { Server, ServerMember } from '../servers/schemas.js';
import { User } from '../users/schemas.js';

/**
 * Every event of the log. `seq` is the event's place in the stream it belongs to: that of the channel, of the server
 * (where there is no `channelId`), or of the user who hears it.
 */
const seq = z.number().int().meta({ description: 'Place in the stream: dense, in commit order, from 1.' });

const event = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), data: z.strictObject({ ...shape, seq }) });

const deletedMessage = { id: Id, channelId: Id, threadId: Id.nullable() };
const reaction = { channelId: Id, messageId: Id, userId: Id, emoji: z.string() };

export const Event = z.discriminatedUnion('type', [
  event('message.created', Message.shape),
  event('message.updated', Message.shape),
  event('message.deleted', deletedMessage),
  event('reaction.added', reaction),
  event('reaction.removed', reaction),
  event('channel.created', Channel.shape),
  event('channel.updated', Channel.shape),
  event('channel.deleted', { id: Id, serverId: Id.nullable() }),
  event('member.joined', {
    serverId: Id.nullable(),
    channelId: Id.nullable().meta({ description: 'Null when the server was joined.' }),
    user: User,
    role: ServerMember.shape.role
      .nullable()
      .meta({ description: 'The role in the server; null for a channel.' }),
  }),
  event('member.updated', { serverId: Id, userId: Id, role: ServerMember.shape.role }),
  event('member.left', { serverId: Id.nullable(), channelId: Id.nullable(), userId: Id }),
  event('server.updated', Server.shape),
  event('server.deleted', { id: Id }),
  event('group.created', ChannelGroup.shape),
  event('group.updated', ChannelGroup.shape),
  event('group.deleted', { id: Id, serverId: Id }),
  event('access.revoked', {
    serverId: Id.nullable(),
    channelId: Id.nullable().meta({ description: 'Null when the whole server is out of reach.' }),
  }),
]);
export type Event = z.output<typeof Event>;

type WithoutSeq<E> = E extends { type: infer Type; data: infer Data }
  ? { type: Type; data: Omit<Data, 'seq'> }
  : never;

/** An event that has no place in the log yet. */
export type EventDraft = WithoutSeq<Event>;
