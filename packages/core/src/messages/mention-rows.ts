import { plainArrayLiteral, statement, type Transaction, tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import type { Mentions, Message } from '../protocol/records/message.js';

const { messageMentions } = tables;

/** Whom a row of `message_mentions` is for. */
interface Target {
  readonly id: string;
  readonly here: boolean;
}

/** The rows of a message. `@channel` mentions those whom `@here` does. */
export function targetsOf({ channelId, mentions }: Pick<Message, 'channelId' | 'mentions'>): Target[] {
  const { userIds, channel, here } = mentions;
  const targets = userIds.map((id) => ({ id, here: false }));
  return channel || here ? [...targets, { id: channelId, here: !channel }] : targets;
}

const replace = statement(`
  with target as (
    select * from unnest($4::text::uuid[], $5::text::boolean[]) target (id, here)
  ), removed as (
    delete from message_mentions old where message_id = $1
      and not exists (select from target where target.id = old.target_id)
  )
  insert into message_mentions (target_id, channel_id, seq, message_id, thread_id, added_seq, here)
  select target.id, message.channel_id, message.seq, message.id, message.thread_id, $3::text::bigint, target.here
  from target join messages message on message.id = $1 and message.channel_id = $2
  where not exists (
    select from message_mentions kept
    where kept.message_id = $1 and kept.target_id = target.id and kept.here = target.here
  )
  on conflict (target_id, channel_id, seq) do update set here = excluded.here, added_seq = excluded.added_seq`);

/** Writes whom an edited message mentions; whom it has mentioned before keeps the position of that event. */
export async function replaceMentions(
  tx: Transaction,
  before: Mentions,
  message: Message,
  addedSeq: number,
): Promise<void> {
  const targets = targetsOf(message);
  if (targets.length === 0 && targetsOf({ ...message, mentions: before }).length === 0) return;
  await replace(tx, [
    message.id,
    message.channelId,
    String(addedSeq),
    plainArrayLiteral(targets.map(({ id }) => id)),
    plainArrayLiteral(targets.map(({ here }) => String(here))),
  ]);
}

/** A deleted message mentions nobody. */
export async function deleteMentions(
  tx: Transaction,
  message: Pick<Message, 'id' | 'channelId' | 'mentions'>,
): Promise<void> {
  if (targetsOf(message).length === 0) return;
  await tx
    .delete(messageMentions)
    .where(eq(messageMentions.messageId, message.id))
    .prepare('message_mentions_delete')
    .execute();
}
