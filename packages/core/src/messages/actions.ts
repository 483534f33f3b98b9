import type { Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { uniqueOr } from '../kernel/errors/unique.js';
import type { Given } from '../kernel/schema/changes.js';
import { type Emit, findReplay, transact } from '../log/transact.js';
import type { ActorContext, Using } from '../procedures/context.js';
import type { OutcomeOf, PostDraft, Posted } from '../procedures/post-queue.js';
import type { Extra, Message, PostedMessage } from '../protocol/records/message.js';
import { recordAct } from '../servers/audit-log.js';
import { hideChannel, lockMessage } from './access.js';
import { checkEdit } from './checking/check-edit.js';
import { requirePost, requireThread } from './content.js';
import { editLocked } from './edit-locked.js';
import { requireMaySet, storedExtra } from './extra.js';
import { withForwarded } from './forwarding/forward.js';
import { ownText } from './forwarding/own-text.js';
import { resolveMentions } from './mentions/resolve.js';
import { prepareAndPost } from './posting/in-transaction.js';
import * as queries from './queries.js';
import { asPosted, recallMessage, storedAsId } from './recall.js';
import { withNonce } from './record.js';
import { deleteLocked } from './removal/delete-locked.js';
import type { EditMessageInput, ReplyInput, SendMessageInput } from './schemas.js';

/**
 * Posts a message, or a reply where `threadId` names a message of the channel; whoever is not in a public channel joins
 * it by that. A retry of what was written gets its first answer, also when the channel has been archived since.
 *
 * Throws `CHANNEL_NOT_FOUND`, `CHANNEL_ARCHIVED`, `TIMED_OUT`, `POSTING_RESTRICTED`, `SLOW_MODE`, `MESSAGE_NOT_FOUND`
 * (of `threadId`), `INVALID_INPUT` for a message without anything to see or for `alsoInChannel` without `threadId`, `ATTACHMENT_NOT_FOUND`, `ATTACHMENT_IN_USE`,
 * `API_KEY_REQUIRED`, `EXTERNAL_ID_TAKEN`, `BOTS_ONLY` for components, what the operator's hook refuses with (`requireAccepted`), or
 * for one that forwards another what `withForwarded` does.
 */
export async function sendMessage(ctx: ActorContext, input: SendMessageInput): Promise<PostedMessage> {
  const { channelId, threadId = null, alsoInChannel = false } = input;
  requireThread(input);
  requireSendable(ctx, input);
  const place = {
    channelId: requireUuid(channelId, 'CHANNEL_NOT_FOUND'),
    parentId: threadId && requireUuid(threadId, 'MESSAGE_NOT_FOUND'),
    alsoInChannel,
  };
  return post(ctx, place, input);
}

/** Replies to a message; a reply to a reply goes to the root of the thread. Throws what `sendMessage` does. */
export async function replyToMessage(ctx: ActorContext, input: ReplyInput): Promise<PostedMessage> {
  const parentId = requireUuid(input.messageId, 'MESSAGE_NOT_FOUND');
  const channelId = await queries.findChannelOf(ctx.services.db, parentId);
  if (channelId === null) throw new AppError('MESSAGE_NOT_FOUND');
  requireSendable(ctx, input);
  return post(ctx, { channelId, parentId, alsoInChannel: input.alsoInChannel ?? false }, input).catch(
    hideChannel,
  );
}

/** What is forwarded is checked with the quote and the files that it gets. */
function requireSendable(
  ctx: Using<'settings'>,
  { content, attachmentIds, forwardedMessageId }: SendMessageInput | ReplyInput,
): void {
  if (forwardedMessageId === undefined)
    requirePost(ctx.services.settings.limits, content, attachmentIds.length);
}

const TAKEN = { message_external_ids_channel_id_external_id_pk: 'EXTERNAL_ID_TAKEN' } as const;

type Place = Pick<PostDraft, 'channelId' | 'parentId' | 'alsoInChannel'>;

async function post(
  ctx: ActorContext,
  place: Place,
  input: SendMessageInput | ReplyInput,
): Promise<PostedMessage> {
  requireMaySet(ctx.actor, input);
  const { forwardedMessageId: messageId, content, attachmentIds } = input;
  if (messageId === undefined) return postFields(ctx, place, input);
  // What is forwarded may have been deleted since.
  const earlier = await findReplay<string>(ctx);
  if (earlier) return withNonce(asPosted(await recallMessage(ctx, earlier.answer)), input.nonce);
  const forwarded = { messageId, channelId: place.channelId, content, attachmentIds };
  return withForwarded(ctx, forwarded, (fields) => postFields(ctx, place, { ...input, ...fields }));
}

async function postFields(
  ctx: ActorContext,
  { channelId, parentId, alsoInChannel = false }: Place,
  fields: Given<Extra> & Pick<PostDraft, 'content' | 'attachmentIds' | 'nonce'>,
): Promise<PostedMessage> {
  const { userId } = ctx.actor;
  const { content, attachmentIds, nonce, forwardedFrom = null } = fields;
  const mentions = await resolveMentions(
    ctx.services.db,
    { channelId, userId },
    ownText({ content, forwardedFrom }),
  );
  const draft: PostDraft = {
    channelId,
    userId,
    parentId,
    alsoInChannel,
    content,
    attachmentIds,
    mentions,
    extra: storedExtra(fields),
    idempotency: ctx.idempotency,
    nonce,
  };
  const outcome = await uniqueOr(TAKEN, async () => {
    const first = await ctx.services.posts.post(draft);
    return first.kind === 'prepare-first' ? prepareThenPost(ctx, first) : first;
  });
  // Those who follow the thread since are told in the background.
  if (parentId !== null) ctx.services.background.wake();
  if (outcome.kind === 'posted') return withNonce(outcome.message, nonce);
  ctx.request.replyHeaders.set('Idempotent-Replayed', 'true');
  return withNonce(asPosted(await recallMessage(ctx, outcome.messageId)), nonce);
}

/** Who joins by posting, or takes a turn in a channel with slow mode, has done both or neither. */
async function prepareThenPost(ctx: ActorContext, first: OutcomeOf<'prepare-first'>): Promise<Posted> {
  // The client's key is kept with the message itself.
  const posted = await transact({ ...ctx, idempotency: null }, (tx, emit) =>
    prepareAndPost(ctx, tx, emit, first),
  );
  if ('hint' in posted) ctx.services.bus.publish(posted.hint);
  return posted;
}

/**
 * Changes the content, the metadata or a bot's components of the caller's own message; the same again changes nothing and publishes nothing. The
 * text before is kept in the edit history, and nowhere else.
 * Throws `MESSAGE_NOT_FOUND`, `NOT_YOUR_MESSAGE`, `CHANNEL_ARCHIVED`, `INVALID_INPUT` for a message without anything to see,
 * `BOTS_ONLY` for components, or what the operator's hook refuses with (`requireAccepted`).
 */
export async function editMessage(ctx: ActorContext, input: EditMessageInput): Promise<Message> {
  requireMaySet(ctx.actor, input);
  const { messageId, ...given } = ctx.services.beforeSend
    ? await checkEdit(ctx, ctx.services.beforeSend, input)
    : input;
  const edit = async (tx: Transaction, emit: Emit): Promise<Message> => {
    const { message } = await lockMessage(ctx, tx, messageId, 'edit');
    return editLocked(ctx, { tx, emit }, message, given);
  };
  return transact(ctx, edit, { answers: storedAsId(ctx) });
}

/**
 * Deletes a message with its reactions and attachments, in the log as well. Its replies belong to other people and stay
 * readable in their thread; nobody can reply to it any more. Throws `MESSAGE_NOT_FOUND` or `NOT_YOUR_MESSAGE`.
 */
export async function deleteMessage(ctx: ActorContext, messageId: string): Promise<void> {
  await transact(ctx, async (tx, emit, afterCommit) => {
    const { message } = await lockMessage(ctx, tx, messageId, 'delete');
    await deleteLocked(ctx.services, { tx, emit, afterCommit }, message.channelId, [message]);
    await recordDeletion(ctx, tx, message);
  });
}

/** A deletion by somebody else than the author is an act of a role; direct messages have no roles. */
async function recordDeletion(
  ctx: ActorContext,
  tx: Transaction,
  { id, channelId, userId, user }: Message,
): Promise<void> {
  const serverId = userId === ctx.actor.userId ? null : await queries.findServerOf(tx, channelId);
  if (serverId === null) return;
  const target = { id, name: user.username };
  await recordAct(ctx, tx, { serverId, act: 'message.deleted', target, details: { channelId, userId } });
}
