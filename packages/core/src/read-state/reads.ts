import { accessChannel } from '../channels/access.js';
import { AppError } from '../kernel/errors/app-error.js';
import type { ActorContext } from '../procedures/context.js';
import { NAMED_STREAMS_MAX, setStreamPositions } from '../procedures/stream-positions.js';
import type { ChannelUnread } from '../protocol/records/channel-unread.js';
import { countUnread } from './count-unread.js';
import { toChannelPositions } from './position-statement.js';
import {
  type PositionsSnapshot,
  readAllPositions,
  readChannelUnread,
  readServerPositions,
} from './queries.js';
import { toChannelUnread } from './record.js';

/** What the caller has not read of the channels of a server that they are in. Throws `SERVER_NOT_FOUND`. */
export async function listServerUnread(ctx: ActorContext, serverId: string): Promise<ChannelUnread[]> {
  const { server, value } = await readServerPositions(ctx, serverId);
  return answer(ctx, value, server.id);
}

/** The same of all channels and direct messages. */
export async function listUnread(ctx: ActorContext): Promise<ChannelUnread[]> {
  return answer(ctx, await readAllPositions(ctx.services.db, ctx.actor.userId), null);
}

/** The same of one channel. Throws `CHANNEL_NOT_FOUND`, `NOT_A_CHANNEL_MEMBER`. */
export async function getUnread(ctx: ActorContext, channelId: string): Promise<ChannelUnread> {
  const { userId } = ctx.actor;
  const channel = await accessChannel(ctx, channelId, 'markRead');
  const found = await readChannelUnread(ctx.services.db, userId, channel.id);
  if (!found) throw new AppError('NOT_A_CHANNEL_MEMBER');
  const unread = toChannelUnread(found.unread);
  setStreamPositions(ctx.request, { [userId]: found.userSeq, [unread.channelId]: unread.channelSeq });
  return unread;
}

/** The streams that tell of further channels come first: the header may not name all of the channels. */
async function answer(
  ctx: ActorContext,
  { channels: texts, userSeq, serverSeqs }: PositionsSnapshot,
  serverId: string | null,
): Promise<ChannelUnread[]> {
  const channels = await countUnread(ctx, toChannelPositions(texts, serverId));
  setStreamPositions(ctx.request, {
    [ctx.actor.userId]: userSeq,
    ...serverSeqs,
    ...Object.fromEntries(
      channels.slice(0, NAMED_STREAMS_MAX).map(({ channelId, channelSeq }) => [channelId, channelSeq]),
    ),
  });
  return channels;
}
