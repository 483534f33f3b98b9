import { z } from 'zod';
import { Id, Instant } from '../primitives.js';
import { ChannelUnread } from '../records/channel-unread.js';
import { DraftPlace } from '../records/draft.js';
import { Favorites } from '../records/favorites.js';
import { Notification } from '../records/notification.js';
import { NotificationPreference } from '../records/notification-preference.js';
import { SavedMark } from '../records/saved-message.js';
import { ScheduledMessage } from '../records/scheduled-message.js';
import { event } from './row.js';

const inOwnStream = { streams: { user: 'nobody' }, readers: 'stay' } as const;

const notificationIds = z.array(Id).meta({ description: 'The ids of the items.' });
const threadId = Id.nullable().meta({
  description: 'The thread that was read; null for the history of the channel.',
});
const followedThread = { channelId: Id, serverId: Id.nullable(), threadId: Id };

/** The events of what a person has read, keeps or plans, which nobody else sees. */
export const PERSONAL_EVENTS = [
  event(
    'preference.updated',
    { says: 'A notification preference of yours was changed. In your own stream.', ...inOwnStream },
    NotificationPreference.shape,
  ),
  event(
    'notification.created',
    {
      says: 'Your inbox has a new item. Disturb nobody where it is `silent`. In your own stream.',
      ...inOwnStream,
    },
    Notification.shape,
  ),
  event(
    'notification.updated',
    { says: 'An item of the kind `channel` counts more messages. In your own stream.', ...inOwnStream },
    Notification.shape,
  ),
  event(
    'notification.read',
    {
      says: 'You have read items of your inbox, by themselves or with their channel. In your own stream.',
      ...inOwnStream,
    },
    { ids: notificationIds, readAt: Instant },
  ),
  event(
    'notification.deleted',
    {
      says: 'Items of your inbox are gone: the message was deleted or mentions you no longer, or you lost access. In your own stream.',
      ...inOwnStream,
    },
    { ids: notificationIds },
  ),
  event(
    'read.updated',
    {
      says: 'You have read up to another message, on any device, or marked one as unread. In your own stream.',
      ...inOwnStream,
    },
    { ...ChannelUnread.shape, threadId },
  ),
  event(
    'thread.followed',
    { says: 'You follow a thread from now on. In your own stream: read it again.', ...inOwnStream },
    followedThread,
  ),
  event(
    'thread.unfollowed',
    { says: 'You do not follow a thread any more. In your own stream.', ...inOwnStream },
    followedThread,
  ),
  event(
    'draft.updated',
    {
      says: 'You have a draft or another text in it, from any device. The event has no text: read the draft. In your own stream.',
      ...inOwnStream,
    },
    { ...DraftPlace.shape, updatedAt: Instant },
  ),
  event(
    'draft.deleted',
    {
      says: 'A draft of yours is gone: it was deleted, or you lost access to its channel. In your own stream.',
      ...inOwnStream,
    },
    DraftPlace.shape,
  ),
  event(
    'favorites.updated',
    {
      says: 'Your favorites are others now or in another order, or you lost access to one. In your own stream.',
      ...inOwnStream,
    },
    Favorites.shape,
  ),
  event(
    'message.saved',
    {
      says: 'You have saved a message for yourself, on any device, or its reminder was changed or has come. In your own stream.',
      ...inOwnStream,
    },
    SavedMark.shape,
  ),
  event(
    'message.unsaved',
    { says: 'A message is no longer among what you have saved. In your own stream.', ...inOwnStream },
    { messageId: Id },
  ),
  event(
    'scheduled_message.updated',
    {
      says: 'A message of yours was scheduled or changed, or could not be sent (`failure`). The event has no text: read the list. In your own stream.',
      ...inOwnStream,
    },
    ScheduledMessage.pick({
      id: true,
      channelId: true,
      threadId: true,
      sendAt: true,
      failure: true,
      updatedAt: true,
    }).shape,
  ),
  event(
    'scheduled_message.deleted',
    {
      says: 'A scheduled message of yours was sent (`messageId`) or deleted. In your own stream.',
      ...inOwnStream,
    },
    {
      id: Id,
      channelId: Id,
      messageId: Id.nullable().meta({
        description: 'The message that it was sent as; null where it was not.',
      }),
    },
  ),
] as const;
