import type { BeforeSend } from '../../kernel/services/before-send.js';
import { findReplay } from '../../log/transact.js';
import type { ActorContext, Using } from '../../procedures/context.js';
import type { Message } from '../../protocol/records/message.js';
import { accessMessage } from '../access.js';
import { requireContent } from '../content.js';
import { findServerOf } from '../queries.js';
import type { EditMessageInput } from '../schemas.js';
import { fileOf, requireAccepted } from './require-accepted.js';

/**
 * Asks the operator's hook about an edit of a content, and returns the edit as it is to be made. The hook hears only of
 * what the caller may edit, and of nothing that leaves the content or that an earlier try with this key has done.
 * Throws what `editMessage` does.
 */
export async function checkEdit(
  ctx: ActorContext,
  beforeSend: BeforeSend,
  input: EditMessageInput,
): Promise<EditMessageInput> {
  const { messageId, content, metadata } = input;
  if (content === undefined || (await findReplay(ctx))) return input;
  const { message } = await accessMessage(ctx, messageId, 'edit');
  return { ...input, content: await acceptedEdit(ctx, beforeSend, message, { content, metadata }) };
}

/**
 * The content that the operator's hook lets a message have after an edit; `attachments` are given where they change. Throws what
 * `requireAccepted` does.
 */
export async function acceptedEdit(
  ctx: Pick<ActorContext, 'idempotency'> & Using<'db' | 'settings'>,
  beforeSend: BeforeSend,
  message: Message,
  given: {
    readonly content: string;
    readonly metadata?: EditMessageInput['metadata'];
    readonly attachments?: Message['attachments'] | undefined;
  },
): Promise<string> {
  const { content, metadata, attachments = message.attachments } = given;
  requireContent(ctx.services.settings.limits, content, attachments.length);
  if (content === message.content && given.attachments === undefined) return content;
  const { id, channelId, threadId, alsoInChannel, externalId, user } = message;
  const serverId = await findServerOf(ctx.services.db, channelId);
  const changed = {
    content,
    attachments: attachments.map(fileOf),
    externalId,
    metadata: metadata === undefined ? message.metadata : metadata,
  };
  return requireAccepted(beforeSend, ctx.services.settings.limits, {
    type: 'message.editing',
    message: { id, channelId, serverId, threadId, alsoInChannel, ...changed, user },
    idempotency: ctx.idempotency,
  });
}
