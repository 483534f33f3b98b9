import type { Message } from '@palaver/client';

/** Whether a message mentions the person, by name or with all others. */
export function isForMe({ mentions }: Pick<Message, 'mentions'>, userId: string | null): boolean {
  return userId !== null && (mentions.userIds.includes(userId) || mentions.channel || mentions.here);
}
