import { type Queryable, statement } from '@palaver/db';

/**
 * SQL of the first message of the thread that a message is in, whether or not the list of its channel has it as well; null for a message that is
 * no reply.
 */
export const threadOf = (message: string): string =>
  `coalesce(${message}.thread_id, (${message}.extra ->> 'alsoInThread')::uuid)`;

/** The message that a thread hangs on. */
export interface ThreadRoot {
  readonly rootId: string;
  /** Whether it, or the message that was named, has been deleted: then nobody can reply. */
  readonly isDeleted: boolean;
}

const find = statement<ThreadRoot>(`
  select coalesce(root.id, message.id) as "rootId",
    message.deleted_at is not null or root.deleted_at is not null as "isDeleted"
  from messages message left join messages root on root.id = ${threadOf('message')}
  where message.id = $2 and message.channel_id = $1`);

/** The root of the thread that a message of a channel begins or is in; null for a message of another channel. */
export async function findThreadRoot(
  q: Queryable,
  channelId: string,
  messageId: string,
): Promise<ThreadRoot | null> {
  const [row] = await find(q, [channelId, messageId]);
  return row ?? null;
}
