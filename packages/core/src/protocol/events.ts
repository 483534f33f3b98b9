import { z } from 'zod';
import { SERVICE_DESCRIPTIONS, type ServiceFrameType } from './frame-descriptions.js';
import { Id, Instant } from './primitives.js';
import { AnyChannel, Channel } from './records/channel.js';
import { ChannelUnread } from './records/channel-unread.js';
import { DraftPlace } from './records/draft.js';
import { Favorites } from './records/favorites.js';
import { ChannelGroup } from './records/group.js';
import { InteractionAnswer, InteractionRequest } from './records/interaction.js';
import { Message, PostedMessage, Reaction } from './records/message.js';
import { WebhookDisabledReason } from './records/outgoing-webhook.js';
import { Notification } from './records/notification.js';
import { MailPreferences } from './records/mail-preferences.js';
import { NotificationPreference } from './records/notification-preference.js';
import { SavedMark } from './records/saved-message.js';
import { ScheduledMessage } from './records/scheduled-message.js';
import { ServerEmoji } from './records/server-emoji.js';
import { Server, ServerMember, timedOutUntil } from './records/server.js';
import { NewSession } from './records/session.js';
import { Me, User } from './records/user.js';
import { UserGroup } from './records/user-group.js';

const seq = z
  .number()
  .int()
  .meta({ description: 'The position in the stream: 1, 2, 3 and so on, without gaps, in commit order.' });
const streamId = Id.meta({
  description: 'The stream of the event: the id of a channel, a server or a user.',
});

/** An event that is published in the stream of its channel only, which its `channelId` names. */
const inChannel = <Type extends ServiceFrameType, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.strictObject({
    type: eventType(type),
    data: z
      .strictObject({ ...shape, seq })
      .meta({ description: 'The change, and its position in the stream of its channel.' }),
  });

/** An event whose other fields do not name its stream: the same change may be published in several streams. */
const event = <Type extends ServiceFrameType, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.strictObject({
    type: eventType(type),
    data: z
      .strictObject({ ...shape, streamId, seq })
      .meta({ description: 'The change, its stream and its position there.' }),
  });

const eventType = <Type extends ServiceFrameType>(type: Type) =>
  z.literal(type).meta({ description: SERVICE_DESCRIPTIONS[type] });

const superseded = z.literal(true).optional().meta({
  description:
    'Present where the message was edited or deleted later: its content, mentions, attachments and reactions, or the emoji, are empty here. A later event of the stream has what holds now.',
});
const interactionSuperseded = z.literal(true).optional().meta({
  description: 'Present where the interaction has ended: what was typed or answered is empty here.',
});
const unpinned = { channelId: Id, messageId: Id, userId: Id.meta({ description: 'Who did it.' }) };
const deletedMessage = { id: Id, channelId: Id, threadId: Id.nullable() };
const since = z.number().int().meta({
  description:
    'The position in the stream of the new channel or server that its record includes: subscribe from here.',
});
const notificationIds = z.array(Id).meta({ description: 'The ids of the items.' });
const threadId = Id.nullable().meta({
  description: 'The thread that was read; null for the history of the channel.',
});
const followedThread = { channelId: Id, serverId: Id.nullable(), threadId: Id };
const memberCount = z.number().int().meta({ description: 'The number of members after the event.' });
const reaction = { channelId: Id, messageId: Id, userId: Id, emoji: Reaction.shape.emoji, superseded };

/** Every event of the log. */
export const Event = z.discriminatedUnion('type', [
  inChannel('message.created', { ...PostedMessage.shape, superseded }),
  inChannel('message.updated', { ...Message.shape, superseded }),
  inChannel('message.deleted', deletedMessage),
  inChannel('reaction.added', reaction),
  inChannel('reaction.removed', reaction),
  inChannel('message.pinned', { ...unpinned, pinnedAt: Instant }),
  inChannel('message.unpinned', unpinned),
  event('channel.created', { ...AnyChannel.shape, since }),
  event('channel.updated', Channel.shape),
  event('channel.deleted', { id: Id, serverId: Id.nullable() }),
  event('channel.hidden', { id: Id, serverId: Id }),
  event('member.joined', {
    serverId: Id.nullable(),
    channelId: Id.nullable().meta({ description: 'Null when the server was joined.' }),
    user: User,
    role: ServerMember.shape.role
      .nullable()
      .meta({ description: 'The role in the server; null for a channel.' }),
    joinedAt: Instant,
    timedOutUntil,
    memberCount,
  }),
  event('member.updated', { serverId: Id, userId: Id, role: ServerMember.shape.role, timedOutUntil }),
  event('member.left', { serverId: Id.nullable(), channelId: Id.nullable(), userId: Id, memberCount }),
  event('server.joined', { server: Server, role: ServerMember.shape.role, since }),
  event('server.updated', Server.shape),
  event('server.deleted', { id: Id }),
  event('group.created', ChannelGroup.shape),
  event('group.updated', ChannelGroup.shape),
  event('group.deleted', { id: Id, serverId: Id }),
  event('emoji.created', ServerEmoji.shape),
  event('emoji.updated', ServerEmoji.shape),
  event('emoji.deleted', { id: Id, serverId: Id }),
  event('user_group.created', UserGroup.shape),
  event('user_group.updated', UserGroup.shape),
  event('user_group.deleted', { id: Id, serverId: Id }),
  event('user_group.member_added', { serverId: Id, userGroupId: Id, user: User, memberCount }),
  event('user_group.member_removed', { serverId: Id, userGroupId: Id, userId: Id, memberCount }),
  event('user.updated', User.shape),
  event('me.updated', Me.shape),
  event('session.created', NewSession.shape),
  event('preference.updated', NotificationPreference.shape),
  event('mail_preferences.updated', MailPreferences.shape),
  event('notification.created', Notification.shape),
  event('notification.updated', Notification.shape),
  event('notification.read', { ids: notificationIds, readAt: Instant }),
  event('notification.deleted', { ids: notificationIds }),
  event('read.updated', { ...ChannelUnread.shape, threadId }),
  event('thread.followed', followedThread),
  event('thread.unfollowed', followedThread),
  event('draft.updated', { ...DraftPlace.shape, updatedAt: Instant }),
  event('draft.deleted', DraftPlace.shape),
  event('favorites.updated', Favorites.shape),
  event('message.saved', SavedMark.shape),
  event('message.unsaved', { messageId: Id }),
  event(
    'scheduled_message.updated',
    ScheduledMessage.pick({
      id: true,
      channelId: true,
      threadId: true,
      sendAt: true,
      failure: true,
      updatedAt: true,
    }).shape,
  ),
  event('scheduled_message.deleted', {
    id: Id,
    channelId: Id,
    messageId: Id.nullable().meta({ description: 'The message that it was sent as; null where it was not.' }),
  }),
  event('outgoing_webhook.disabled', {
    serverId: Id,
    outgoingWebhookId: Id,
    reason: WebhookDisabledReason,
  }),
  event('commands.updated', {
    botId: Id,
    updatedAt: Instant,
  }),
  event('interaction.created', { ...InteractionRequest.shape, superseded: interactionSuperseded }),
  event('interaction.responded', {
    ...InteractionAnswer.shape,
    botId: Id,
    channelId: Id,
    threadId: Id.nullable().meta({
      description: 'The thread in which it was done; null in the channel itself.',
    }),
    content: z.string().meta({ description: 'The text of an ephemeral answer; empty for a message.' }),
    createdAt: Instant,
    superseded: interactionSuperseded,
  }),
  event('interaction.ended', {
    interactionId: Id,
    botId: Id,
    userId: Id,
    channelId: Id,
    answered: z.boolean().meta({ description: 'Whether the bot has answered.' }),
  }),
  event('access.revoked', {
    serverId: Id.nullable(),
    channelId: Id.nullable().meta({ description: 'Null when the whole server is out of reach.' }),
  }),
]);
export type Event = z.output<typeof Event>;

type WithoutPosition<E> = E extends { type: infer Type; data: infer Data }
  ? { type: Type; data: Omit<Data, 'seq' | 'streamId'> }
  : never;

/** An event that has no position in the log yet. */
export type EventDraft = WithoutPosition<Event>;

const NAMES_ITS_STREAM = new Set(
  Event.options.filter(({ shape }) => 'streamId' in shape.data.shape).map(({ shape }) => shape.type.value),
);

/** The text of a frame before and after its position. */
export type FrameParts = readonly [before: string, after: string];

/**
 * The frame of an event, exactly as sockets receive it: the text before its `seq`, and the text after it. The position is
 * last and is added as text: to copy the record for it would cost more than to serialise it.
 */
export function frameParts(streamId: string, { type, data }: EventDraft): FrameParts {
  const stream = NAMES_ITS_STREAM.has(type) ? `"streamId":"${streamId}",` : '';
  return [`{"type":"${type}","data":${JSON.stringify(data).slice(0, -1)},${stream}"seq":`, '}}'];
}

/** The frame of an event at its position in the log. */
export function frameAt({ streamId, seq }: { streamId: string; seq: number }, event: EventDraft): string {
  const [before, after] = frameParts(streamId, event);
  return `${before}${seq}${after}`;
}
