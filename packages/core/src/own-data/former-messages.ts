import { statement } from '@palaver/db';
import { isReadable } from '../channels/readable-sql.js';
import { threadOf } from '../messages/thread-root.js';
import type { ActorContext } from '../procedures/context.js';
import { queued } from './queued.js';

/** A message that the caller has written where they may not read any more: what is of them, and nothing of others. */
export interface FormerMessage {
  readonly id: string;
  /** Null for a direct message. */
  readonly serverId: string | null;
  readonly channelId: string;
  /** The message that it replies to; null for none. */
  readonly threadId: string | null;
  readonly content: string;
  readonly edited: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** As many messages of everybody are looked at by one statement. */
const LOOKED_AT = 1_000;

interface PageRow {
  /** The last one that was looked at; null at the end. */
  readonly last: string | null;
  readonly own: ReadonlyArray<
    Omit<FormerMessage, 'createdAt' | 'updatedAt'> & { readonly created: number; readonly updated: number }
  >;
}

const milliseconds = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;

const readPage = statement<PageRow>(`
  with page as materialized (
    select id, user_id from messages where id < $2::text::uuid order by id desc limit ${LOOKED_AT}
  )
  select (select id from page order by id limit 1) as last, (
    select coalesce(json_agg(json_build_object(
      'id', message.id, 'serverId', channel.server_id, 'channelId', channel.id, 'threadId', ${threadOf('message')},
      'content', message.content, 'edited', message.edited,
      'created', ${milliseconds('message.created_at')}, 'updated', ${milliseconds('message.updated_at')}
    ) order by message.id desc), '[]')
    from page join messages message on message.id = page.id
    join channels channel on channel.id = message.channel_id and channel.deleted_at is null
    left join servers server on server.id = channel.server_id
    where page.user_id = $1::text::uuid and message.deleted_at is null and server.deleted_at is null
      and not ${isReadable('channel.id', '$1::text::uuid')}
  ) as own`);

const END = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * What the caller wrote where they may not read now, the newest first. It walks all messages, because an index by author
 * would be paid by every post. `goOn` is awaited before each page, and throws where the walk has to end.
 */
export async function* formerMessages(
  ctx: ActorContext,
  goOn: () => Promise<void>,
): AsyncGenerator<FormerMessage, void> {
  for (let before: string | null = END; before !== null; ) {
    await goOn();
    const page: PageRow = await pageBefore(ctx, before);
    for (const { created, updated, ...message } of page.own)
      yield {
        ...message,
        createdAt: new Date(created).toISOString(),
        updatedAt: new Date(updated).toISOString(),
      };
    before = page.last;
  }
}

async function pageBefore(
  { services: { db }, actor: { userId } }: ActorContext,
  before: string,
): Promise<PageRow> {
  const [page] = await queued(db, userId, () => readPage(db, [userId, before]));
  if (!page) throw new Error('a statement without a table answers one row');
  return page;
}
