import { effects } from '../history/effect.js';
import type { UploadedFile } from '../system/http-client.js';
import { type Invocation, invocationBy } from './invocation.js';
import type { User } from './scenario.js';

export function postMessage(user: User, channelId: string, content: string, key: string | null): Invocation {
  return invocationBy(user, {
    kind: 'post',
    effect: effects.created(content),
    method: 'POST',
    path: `/api/channels/${channelId}/messages`,
    body: { content },
    key,
  });
}

export interface LaterPost {
  readonly channelId: string;
  readonly content: string;
  readonly sendAt: string;
  readonly key: string;
}

export function scheduleMessage(user: User, { channelId, key, ...body }: LaterPost): Invocation {
  return invocationBy(user, {
    kind: 'schedule',
    effect: effects.created(body.content),
    method: 'POST',
    path: `/api/channels/${channelId}/scheduled-messages`,
    body,
    key,
  });
}

export function uploadFile(user: User, channelId: string, file: UploadedFile, key: string): Invocation {
  return invocationBy(user, {
    kind: 'upload',
    effect: effects.uploaded(file.name),
    method: 'POST',
    path: `/api/channels/${channelId}/attachments`,
    file,
    key,
  });
}

export interface AttachmentPost {
  readonly channelId: string;
  readonly content: string;
  readonly attachmentId: string;
  readonly key: string;
}

export function postAttachment(user: User, post: AttachmentPost): Invocation {
  const { channelId, content, attachmentId, key } = post;
  return invocationBy(user, {
    kind: 'post',
    effect: effects.created(content),
    method: 'POST',
    path: `/api/channels/${channelId}/messages`,
    body: { content, attachmentIds: [attachmentId] },
    key,
  });
}

export interface Reply {
  readonly channelId: string;
  readonly rootId: string;
  readonly content: string;
  readonly key: string;
  /** Which of the two routes for replies is used. */
  readonly route: 'thread' | 'channel';
}

export function replyTo(user: User, { channelId, rootId, content, key, route }: Reply): Invocation {
  const request =
    route === 'thread'
      ? { path: `/api/messages/${rootId}/thread`, body: { content } }
      : { path: `/api/channels/${channelId}/messages`, body: { content, threadId: rootId } };
  return invocationBy(user, {
    kind: 'reply',
    effect: effects.created(content),
    method: 'POST',
    ...request,
    key,
  });
}

export function editMessage(user: User, messageId: string, content: string): Invocation {
  return invocationBy(user, {
    kind: 'edit',
    effect: effects.updated(messageId, content),
    method: 'PATCH',
    path: `/api/messages/${messageId}`,
    body: { content },
  });
}

export function deleteMessage(user: User, messageId: string): Invocation {
  return invocationBy(user, {
    kind: 'delete',
    effect: effects.deleted(messageId),
    method: 'DELETE',
    path: `/api/messages/${messageId}`,
  });
}

export function addReaction(user: User, messageId: string, emoji: string): Invocation {
  return invocationBy(user, {
    kind: 'react',
    effect: effects.reacted(messageId, user.id, emoji),
    method: 'PUT',
    path: reactionPath(messageId, emoji),
  });
}

export function removeReaction(user: User, messageId: string, emoji: string): Invocation {
  return invocationBy(user, {
    kind: 'unreact',
    effect: effects.unreacted(messageId, user.id, emoji),
    method: 'DELETE',
    path: reactionPath(messageId, emoji),
  });
}

export function pinMessage(user: User, messageId: string): Invocation {
  return invocationBy(user, {
    kind: 'pin',
    effect: effects.pinned(messageId),
    method: 'PUT',
    path: `/api/messages/${messageId}/pin`,
  });
}

export function unpinMessage(user: User, messageId: string): Invocation {
  return invocationBy(user, {
    kind: 'unpin',
    effect: effects.unpinned(messageId),
    method: 'DELETE',
    path: `/api/messages/${messageId}/pin`,
  });
}

function reactionPath(messageId: string, emoji: string): string {
  return `/api/messages/${messageId}/reactions/${encodeURIComponent(emoji)}`;
}
