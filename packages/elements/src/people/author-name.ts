import type { Message } from '@palaver/client';

/** The name that a message is shown under: the author's, or what the sender of a webhook has chosen. */
export function authorName({ user, webhook }: Pick<Message, 'user' | 'webhook'>): string {
  return webhook?.username ?? user.displayName;
}
