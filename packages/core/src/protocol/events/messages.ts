import { z } from 'zod';
import { Id, Instant } from '../primitives.js';
import {
  alsoInChannel,
  lastReplies,
  Message,
  NO_CONTENT,
  PostedMessage,
  Reaction,
} from '../records/message.js';
import { inChannel } from './row.js';

const superseded = z.literal(true).optional().meta({
  description:
    'Present where the message was edited or deleted later: its content, mentions, attachments and reactions, or the emoji, are empty here. A later event of the stream has what holds now.',
});
const unpinned = { channelId: Id, messageId: Id, userId: Id.meta({ description: 'Who did it.' }) };
const reaction = { channelId: Id, messageId: Id, userId: Id, emoji: Reaction.shape.emoji, superseded };

export const MESSAGE_EVENTS = [
  inChannel(
    'message.created',
    {
      says: 'A message was posted. A reply comes in the stream of its channel too, with its `threadId`.',
      streams: { channel: 'nobody' },
      readers: 'stay',
      webhooks: 'channel',
      emptied: NO_CONTENT,
    },
    { ...PostedMessage.shape, superseded },
  ),
  inChannel(
    'message.updated',
    {
      says: 'The content of a message was changed.',
      streams: { channel: 'nobody' },
      readers: 'stay',
      webhooks: 'channel',
      emptied: NO_CONTENT,
      supersedes: true,
    },
    { ...Message.shape, superseded },
  ),
  inChannel(
    'message.deleted',
    {
      says: 'A message was deleted, with its reactions, attachments and pin. Its replies stay.',
      // Nobody may reply to it any more.
      streams: { channel: 'everybody' },
      readers: 'stay',
      webhooks: 'channel',
      supersedes: true,
    },
    {
      id: Id,
      channelId: Id,
      threadId: Id.nullable(),
      alsoInChannel,
      lastReplies: lastReplies.meta({
        description:
          'Of a reply: what `lastReplies` of the message `threadId` is without it. Empty for any other message.',
      }),
    },
  ),
  inChannel(
    'reaction.added',
    {
      says: 'Somebody reacted to a message.',
      streams: { channel: 'nobody' },
      readers: 'stay',
      webhooks: 'channel',
      emptied: { emoji: '' },
    },
    reaction,
  ),
  inChannel(
    'reaction.removed',
    {
      says: 'Somebody took back a reaction.',
      streams: { channel: 'nobody' },
      readers: 'stay',
      webhooks: 'channel',
      emptied: { emoji: '' },
    },
    reaction,
  ),
  inChannel(
    'message.pinned',
    {
      says: 'A message was pinned to its channel.',
      streams: { channel: 'nobody' },
      readers: 'stay',
      webhooks: 'channel',
    },
    { ...unpinned, pinnedAt: Instant },
  ),
  inChannel(
    'message.unpinned',
    {
      says: 'A message is no longer pinned. A pinned message that is deleted has `message.deleted` alone.',
      streams: { channel: 'nobody' },
      readers: 'stay',
      webhooks: 'channel',
    },
    unpinned,
  ),
] as const;
