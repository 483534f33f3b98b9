import { withCopies } from '../../attachments/copy.js';
import { accessChannel } from '../../channels/access.js';
import type { ActorContext } from '../../procedures/context.js';
import type { ForwardedFrom, Message } from '../../protocol/records/message.js';
import { accessMessage } from '../access.js';
import { requirePost } from '../content.js';
import { quoteOf, splitQuote, withQuote } from './quote.js';

/** The parts of a message that a forwarded one gives it. */
export interface Forwarding {
  readonly content: string;
  readonly attachmentIds: readonly string[];
  readonly forwardedFrom: ForwardedFrom;
}

/**
 * Forwards a message that the actor reads to a channel in which they post: `use` posts what it is given, with a quote above
 * `content` and copies of the files below `attachmentIds`. One that only forwards another one passes that on.
 * Throws `MESSAGE_NOT_FOUND`, `CHANNEL_NOT_FOUND`, `INVALID_INPUT` where there are too many files, and what `withCopies` does.
 */
export async function withForwarded<T>(
  ctx: ActorContext,
  {
    messageId,
    channelId,
    ...own
  }: {
    readonly messageId: string;
    readonly channelId: string;
    readonly content: string;
    readonly attachmentIds: readonly string[];
  },
  use: (forwarding: Forwarding) => Promise<T>,
): Promise<T> {
  const { message } = await accessMessage(ctx, messageId, 'read');
  const { limits } = ctx.services.settings;
  const content = withQuote(quotedBy(message), own.content, limits.messageCharacters);
  requirePost(limits, content, own.attachmentIds.length + message.attachments.length);
  await accessChannel(ctx, channelId, 'post');
  return withCopies(ctx, channelId, message.attachments, (copies) =>
    use({
      content,
      attachmentIds: [...own.attachmentIds, ...copies],
      forwardedFrom: sourceOf(message),
    }),
  );
}

const isOnlyForwarded = ({ content, forwardedFrom }: Message): boolean =>
  forwardedFrom !== null && splitQuote(content).below === '';

const quotedBy = (message: Message): string =>
  isOnlyForwarded(message) ? message.content : quoteOf(message.content);

function sourceOf(message: Message): ForwardedFrom {
  const { id, channelId, userId, createdAt, forwardedFrom } = message;
  if (forwardedFrom && isOnlyForwarded(message)) return forwardedFrom;
  return { messageId: id, channelId, userId, createdAt };
}
