import type { Queryable, Transaction } from '@palaver/db';
import { readableChannels } from '../channels/access.js';
import { AppError } from '../kernel/errors/app-error.js';
import { isUuid } from '../kernel/schema/ids.js';
import type { Actor } from '../kernel/services/actor.js';
import { lockStreams } from '../log/append.js';
import { channelStream, serverStream } from '../log/streams.js';
import { type Emit, transact } from '../log/transact.js';
import { checkPost } from '../messages/checking/checked-queue.js';
import { isContent } from '../messages/content.js';
import { resolveMentions } from '../messages/mentions/resolve.js';
import { postInTransaction } from '../messages/posting/in-transaction.js';
import { asPosted, recallMessage } from '../messages/recall.js';
import type { Context } from '../procedures/context.js';
import { idempotencyOf } from '../procedures/idempotency-key.js';
import type { PostDraft } from '../procedures/post-queue.js';
import type { Message, MessageWebhook } from '../protocol/records/message.js';
import { accessUsers } from '../users/access.js';
import type { OpenedWebhook } from './access.js';
import { findUsable } from './queries.js';
import { usableContent, usableEmoji, usableName, type WebhookPost } from './webhook-post.js';

/** A request to a webhook. */
export interface WebhookRequest {
  readonly post: WebhookPost;
  /** What a repetition is known by; null for none. */
  readonly key: string | null;
  /** A hash of the body: a key that is used for another one is noticed. */
  readonly digest: string;
  /** Uploads of the webhook to its channel. */
  readonly attachmentIds?: readonly string[];
}

/**
 * Posts a message by a webhook; null for a post without anything to see. What its secret was, and what its channel says,
 * must still be so in the transaction that posts. Throws `INCOMING_WEBHOOK_NOT_FOUND`, `IDEMPOTENCY_KEY_INVALID` and what
 * `sendMessage` does.
 */
export async function postByWebhook(
  ctx: Context,
  webhook: OpenedWebhook,
  { post, key, digest, attachmentIds = [] }: WebhookRequest,
): Promise<Message | null> {
  const { limits } = ctx.services.settings;
  const content = usableContent(post.content, limits.messageCharacters);
  if (!isContent(limits, content, attachmentIds.length)) return null;
  const posting = postingOf(webhook, post);
  const draft: PostDraft = {
    channelId: webhook.channelId,
    userId: webhook.userId,
    parentId: null,
    content,
    attachmentIds: [...attachmentIds],
    mentions: null,
    extra: { webhook: shownAs(webhook, post) },
    idempotency: idempotencyOf(key, 'incomingWebhooks.post', { digest }),
    webhook: posting,
  };
  const { beforeSend, db, settings } = ctx.services;
  const checked = beforeSend ? await checkPost({ db, settings, beforeSend }, draft) : draft;
  const actor = actorOf(webhook);
  const posted = await transact({ ...ctx, actor, idempotency: null }, async (tx, emit: Emit, afterCommit) => {
    const { isArchived: _, ...latest } = await lockUnchanged(tx, webhook);
    const now = { ...posting, ...latest };
    const mentions = await resolveMentions(tx, checked, checked.content, now);
    const last = { ...checked, mentions, webhook: now };
    const outcome = await postInTransaction({ services: ctx.services, actor }, tx, emit, last);
    if (outcome.kind === 'posted') afterCommit(() => ctx.services.bus.publish(outcome.hint));
    return outcome;
  });
  if (posted.kind === 'posted') return posted.message;
  ctx.request.replyHeaders.set('Idempotent-Replayed', 'true');
  return asPosted(await recallMessage({ services: ctx.services, actor }, posted.messageId));
}

/** The account of a webhook. There is no session: the id of the webhook stands for it. */
export function actorOf({ id, userId }: Pick<OpenedWebhook, 'id' | 'userId'>): Actor {
  return { userId, isBot: true, sessionId: id };
}

/** Whom a message of a webhook mentions, and how soon. */
export function postingOf(
  { mayMentionAll, slowModeSeconds }: OpenedWebhook,
  { mentions }: WebhookPost,
): NonNullable<PostDraft['webhook']> {
  return { mentions, mayMentionAll, slowModeSeconds };
}

function shownAs({ id, name }: OpenedWebhook, post: WebhookPost): MessageWebhook {
  return {
    id,
    username: usableName(post.username) ?? name,
    avatarUrl: null,
    emoji: usableEmoji(post.emoji),
  };
}

/**
 * What a webhook may now, under the locks of its server and its channel, under which alone it changes. Throws
 * `INCOMING_WEBHOOK_NOT_FOUND` where it was deleted, or given another secret, after its request had come.
 */
export async function lockUnchanged(tx: Transaction, webhook: OpenedWebhook) {
  await lockStreams(tx, [serverStream(webhook.serverId), channelStream(webhook.channelId)]);
  const now = await findUsable(tx, webhook.id);
  if (!now?.secretHash.equals(webhook.secretHash)) throw new AppError('INCOMING_WEBHOOK_NOT_FOUND');
  const { mayMentionAll, slowModeSeconds, isArchived } = now;
  return { mayMentionAll, slowModeSeconds, isArchived };
}

/** As many people of a post are looked up. */
const NAMED_MAX = 100;

/** Finds the usernames of people who may read a channel, by their ids; of others, and of what is no id, there is none. */
export async function readersById(
  q: Queryable,
  channelId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const asked = [...new Set(ids)].filter(isUuid).slice(0, NAMED_MAX);
  if (asked.length === 0) return new Map();
  const users = await accessUsers(q, asked);
  const readable = await readableChannels(
    q,
    asked.map((userId) => ({ userId, channelId })),
  );
  return new Map(
    users.flatMap((user, index) => (user && readable[index] ? [[user.id, user.username] as const] : [])),
  );
}
