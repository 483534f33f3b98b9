import { invalidField } from '../../kernel/errors/app-error.js';
import type { Message } from '../../protocol/records/message.js';
import { splitQuote } from './quote.js';

/** The text of a message that its author has written: a quote that was forwarded mentions nobody again. */
export function ownText({ content, forwardedFrom }: Pick<Message, 'content' | 'forwardedFrom'>): string {
  return forwardedFrom === null ? content : splitQuote(content).below;
}

/** Nobody is to change what somebody else has said. Throws `INVALID_INPUT`. */
export function requireQuoteKept(message: Pick<Message, 'content' | 'forwardedFrom'>, content: string): void {
  if (message.forwardedFrom === null) return;
  const { quote } = splitQuote(message.content);
  // A text right below a quote would be shown as a part of it.
  if (quote === '' || content === quote || content.startsWith(`${quote}\n\n`)) return;
  throw invalidField('content', 'must keep the quote that was forwarded, and an empty line below it');
}
