import type { Transaction } from '@palaver/db';
import { accessChannel } from '../channels/access.js';
import { showsReceipts } from '../channels/receipts.js';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { isUuid } from '../kernel/schema/ids.js';
import type { PlacedEvent } from '../log/append-events.js';
import { userStream } from '../log/streams.js';
import { transact } from '../log/transact.js';
import { type ActorContext, within } from '../procedures/context.js';
import type { ChannelUnread } from '../protocol/records/channel-unread.js';
import { lockServer } from '../servers/access.js';
import { findSeq } from './positions.js';
import { moveAllForward, moveForward, readChannelUnread, readServerUnread, setBack } from './queries.js';
import { toChannelUnread, toChannelUnreads } from './record.js';
import type { MarkReadInput } from './schemas.js';

/**
 * Moves the caller's position in a channel forward to a message, or sets it back so that the message is the first unread
 * one. A position that is as far already stays, and nothing is published.
 *
 * The row of the membership is locked before the caller's stream, as in every write that takes both: so the events of two
 * devices are in the order of the positions.
 *
 * Almost every mark is written together with others (`marks-together.ts`). What that cannot do is done in a transaction.
 *
 * Throws `CHANNEL_NOT_FOUND`, `NOT_A_CHANNEL_MEMBER`, or `MESSAGE_NOT_FOUND` for a message of another channel.
 */
export async function markRead(ctx: ActorContext, input: MarkReadInput): Promise<ChannelUnread> {
  const channelId = requireUuid(input.channelId, 'CHANNEL_NOT_FOUND');
  const { messageId } = input;
  const { userId } = ctx.actor;
  const mark = { userId, channelId, messageId };
  const marked = isPlain(ctx, input) ? await ctx.services.marks.move(mark, ctx.request) : null;
  if (marked === null) return markInTransaction(ctx, input);
  if (marked.showsReceipts) ctx.services.receipts.moved(channelId, userId);
  return marked.unread;
}

/** Whether a mark is as most are: forward, and without an idempotency key. */
function isPlain({ idempotency }: ActorContext, { unread, messageId }: MarkReadInput): boolean {
  return idempotency === null && !unread && isUuid(messageId);
}

function markInTransaction(ctx: ActorContext, input: MarkReadInput): Promise<ChannelUnread> {
  const { userId } = ctx.actor;
  return transact(ctx, async (tx, emit, afterCommit) => {
    const channel = await accessChannel(within(tx, ctx), input.channelId, 'markRead');
    const channelId = channel.id;
    const messageId = requireUuid(input.messageId, 'MESSAGE_NOT_FOUND');
    const seq = await findSeq(tx, channelId, messageId);
    if (seq === null) throw new AppError('MESSAGE_NOT_FOUND');
    const isMoved = await move(tx, { channelId, userId, seq, messageId }, input.unread);
    const found = await readChannelUnread(tx, userId, channelId);
    if (!found) throw new AppError('NOT_A_CHANNEL_MEMBER');
    const data = toChannelUnread(found.unread);
    if (isMoved) {
      if (showsReceipts(channel)) afterCommit(() => ctx.services.receipts.moved(channelId, userId));
      await emit(userStream(userId), { type: 'read.updated', data: { ...data, threadId: null } });
      if (!input.unread)
        await ctx.services.upward.readNotifications(ctx.services, tx, emit, [
          { userId, channelId, threadId: null, seq },
        ]);
    }
    return data;
  });
}

async function move(
  tx: Transaction,
  position: Parameters<typeof moveForward>[1],
  isUnread: boolean,
): Promise<boolean> {
  if (!isUnread) return moveForward(tx, position);
  await setBack(tx, position);
  return true;
}

/**
 * Marks all channels of a server as read that have unread messages. Under the server's lock, as everything that ends several
 * memberships of one user: so the rows of several channels are locked by one transaction at a time. Throws
 * `SERVER_NOT_FOUND`.
 */
export async function markServerRead(ctx: ActorContext, serverId: string): Promise<void> {
  const { userId } = ctx.actor;
  await transact(ctx, async (tx, emit, afterCommit) => {
    const { id } = await lockServer(ctx, tx, serverId, 'read');
    const { value } = await readServerUnread(within(tx, ctx), id);
    const unread = toChannelUnreads(value).filter(({ unreadCount }) => unreadCount > 0);
    if (unread.length === 0) return;
    const lastMessages = new Map(
      (await moveAllForward(tx, userId, unread)).map(({ channelId, messageId }) => [channelId, messageId]),
    );
    await emit(unread.flatMap((channel) => readEvents(userId, channel, lastMessages)));
    afterCommit(() => {
      for (const channelId of lastMessages.keys()) ctx.services.receipts.moved(channelId, userId);
    });
    const positions = unread.flatMap(({ channelId, channelSeq }) =>
      lastMessages.has(channelId) ? [{ userId, channelId, threadId: null, seq: channelSeq }] : [],
    );
    await ctx.services.upward.readNotifications(ctx.services, tx, emit, positions);
  });
}

function readEvents(
  userId: string,
  channel: ChannelUnread,
  lastMessages: ReadonlyMap<string, string | null>,
): PlacedEvent[] {
  const lastReadMessageId = lastMessages.get(channel.channelId);
  if (lastReadMessageId === undefined) return [];
  const read = {
    lastReadMessageId,
    firstUnreadMessageId: null,
    unreadCount: 0,
    mentionCount: 0,
    capped: false,
  };
  const data = { ...channel, ...read, threadId: null };
  return [{ stream: userStream(userId), event: { type: 'read.updated', data } }];
}
