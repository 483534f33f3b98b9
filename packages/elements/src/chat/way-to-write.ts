import type { AnyChannel } from '@palaver/client';

type Place = Pick<AnyChannel, 'id' | 'isDm' | 'archived'>;

/** What stands below the messages: the field, the way in, or that nobody writes; null while it is not known. */
export function wayToWrite(
  { id, isDm, archived }: Place,
  joined: readonly { readonly channelId: string }[] | null,
): 'archived' | 'write' | 'join' | null {
  if (archived) return 'archived';
  if (joined === null) return null;
  return isDm || joined.some(({ channelId }) => channelId === id) ? 'write' : 'join';
}
