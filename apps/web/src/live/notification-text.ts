import type { AnyChannel, Message, Notification } from '@palaver/client';
import { excerptOf } from '@palaver/elements/chat/markdown/excerpt.js';
import { beginningOf } from '@palaver/elements/ui/graphemes.js';

const TEXT_MAX = 200;

type Place = Pick<AnyChannel, 'displayName' | 'isDm'>;
type Said = Pick<Message, 'content'> & { readonly user: Pick<Message['user'], 'displayName'> };

/** What a notification of the browser says: of a message, or of how many there are in a channel. A reminder has a clock. */
export function notificationText(
  { displayName: place, isDm }: Place,
  message: Said | null,
  { kind, count }: Pick<Notification, 'kind' | 'count'>,
) {
  if (message === null) return { title: place, body: count > 1 ? `+${count}` : '' };
  const { user, content } = message;
  const title = isDm ? user.displayName : `${user.displayName} (#${place})`;
  return {
    title: kind === 'reminder' ? `⏰ ${title}` : title,
    body: beginningOf(excerptOf(content), TEXT_MAX),
  };
}
