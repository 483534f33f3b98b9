import { toMessages } from '../messages/history/message-list.js';
import type { ActorContext } from '../procedures/context.js';
import type { Message } from '../protocol/records/message.js';
import type { FollowedThread } from '../protocol/records/thread.js';
import { toChannelUnread } from '../read-state/record.js';
import { accessServer } from '../servers/access.js';
import type { ListServerThreadsInput, ListThreadsInput } from './schemas.js';
import { readThreads, type ThreadPage } from './statements.js';

/** A page of the threads that the caller follows in a server. Throws `SERVER_NOT_FOUND`. */
export async function listServerThreads(
  ctx: ActorContext,
  input: ListServerThreadsInput,
): Promise<FollowedThread[]> {
  const { id: serverId } = await accessServer(ctx, input.serverId, 'read');
  return list(ctx, input, serverId);
}

/** The same of all channels and direct messages. */
export function listThreads(ctx: ActorContext, input: ListThreadsInput): Promise<FollowedThread[]> {
  return list(ctx, input, null);
}

async function list(
  ctx: ActorContext,
  { unread, before, limit }: ListThreadsInput,
  serverId: string | null,
): Promise<FollowedThread[]> {
  const page = await readThreads(ctx.services.db, ctx.actor.userId, {
    serverId,
    unread,
    before: before ?? null,
    limit,
  });
  const messages = messagesOf(page);
  return page.threads.map(({ threadId, lastReplyId, unread: row }) => {
    const root = messages.get(threadId);
    if (!root) throw new Error('the statement that lists a thread reads its first message');
    const lastReply = lastReplyId === null ? null : (messages.get(lastReplyId) ?? null);
    return { ...toChannelUnread(row), threadId, root, lastReply };
  });
}

/** The messages of a page are of several channels. */
function messagesOf({ messages, channels }: ThreadPage): Map<string, Message> {
  return new Map(
    toMessages(messages, '').map((message) => {
      const channelId = channels[message.threadId ?? message.id] ?? '';
      return [message.id, { ...message, channelId }];
    }),
  );
}
