import type { Message, User } from '@palaver/client';

/** Who wrote the last replies of a message, each once, whoever replied last first. Somebody who is not known here has no face. */
export function facesOf(
  { lastReplies }: Pick<Message, 'lastReplies'>,
  usersById: ReadonlyMap<string, User> | undefined,
): readonly User[] {
  const ids = new Set(lastReplies.map(({ userId }) => userId));
  return [...ids].flatMap((id) => usersById?.get(id) ?? []);
}
