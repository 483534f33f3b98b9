import { newId } from '@palaver/db';
import { isUuid } from '../kernel/schema/ids.js';
import type { ActorContext } from '../procedures/context.js';
import type { Event } from '../protocol/events.js';
import type { Message } from '../protocol/records/message.js';
import { postQueueOf } from './post-queue.js';

export interface PlainMessage {
  readonly channelId: string;
  /** The message that this replies to. */
  readonly parentId: string | null;
  readonly content: string;
  readonly attachmentIds: readonly string[];
}

type MessageCreated = Extract<Event, { type: 'message.created' }>;

/**
 * Posts a message of a member's the short way: one statement, one round trip, one commit that others may share.
 * Returns null for what needs the long way, be it to join, to claim files or to be refused with a reason.
 */
export async function postOnFastPath(ctx: ActorContext, message: PlainMessage): Promise<Message | null> {
  const { channelId, parentId, content, attachmentIds } = message;
  const wellFormed = isUuid(channelId) && (parentId === null || isUuid(parentId));
  if (!wellFormed || content === '' || attachmentIds.length > 0) return null;
  const { key = null, requestHash = null } = ctx.idempotency ?? {};
  const { userId } = ctx.actor;
  const post = { id: newId(), channelId, userId, content, parentId, key, requestHash };
  const outcome = await postQueueOf(ctx).post(post);
  if (outcome?.frame != null) return announce(ctx, outcome.frame);
  if (outcome?.earlierAnswer == null) return null;
  ctx.replyHeaders.set('Idempotent-Replayed', 'true');
  // The stored text is what this same operation answered, so it has its type.
  return JSON.parse(outcome.earlierAnswer) as Message;
}

function announce(ctx: ActorContext, frame: string): Message {
  // `post_messages` writes frames of this one type; a test holds them against the schema.
  const { data } = JSON.parse(frame) as MessageCreated;
  const { seq, ...message } = data;
  ctx.bus.publish({ streamId: message.channelId, seq, frame });
  return message;
}
