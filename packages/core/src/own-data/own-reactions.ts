import { statement } from '@palaver/db';
import type { ActorContext } from '../procedures/context.js';
import { queued } from './queued.js';

/** A reaction of the caller, wherever the message is. */
export interface OwnReaction {
  readonly messageId: string;
  readonly channelId: string;
  readonly emoji: string;
  readonly createdAt: string;
}

/** As many reactions of everybody are looked at by one statement. */
const LOOKED_AT = 5_000;

type Key = readonly [messageId: string, emoji: string, userId: string];

interface PageRow {
  /** The last one that was looked at; null at the end. */
  readonly last: Key | null;
  readonly own: ReadonlyArray<Omit<OwnReaction, 'createdAt'> & { readonly at: number }>;
}

const readPage = statement<PageRow>(`
  with page as materialized (
    select message_id, emoji, user_id, created_at from reactions
    where (message_id, emoji, user_id) > ($2::text::uuid, $3::text, $4::text::uuid)
    order by message_id, emoji, user_id limit ${LOOKED_AT}
  )
  select (
    select json_build_array(message_id, emoji, user_id) from page
    order by message_id desc, emoji desc, user_id desc limit 1
  ) as last, (
    select coalesce(json_agg(json_build_object(
      'messageId', page.message_id, 'channelId', message.channel_id, 'emoji', page.emoji,
      'at', (extract(epoch from page.created_at) * 1000)::float8) order by page.message_id, page.emoji), '[]')
    from page join messages message on message.id = page.message_id
    where page.user_id = $1::text::uuid and message.deleted_at is null
  ) as own`);

const BEGINNING: Key = ['00000000-0000-0000-0000-000000000000', '', '00000000-0000-0000-0000-000000000000'];

/**
 * All reactions of the caller. It walks the key of the table, because an index by person would be paid by every reaction.
 * `goOn` is awaited before each page, and throws where the walk has to end.
 */
export async function* ownReactions(
  ctx: ActorContext,
  goOn: () => Promise<void>,
): AsyncGenerator<OwnReaction, void> {
  for (let after: Key | null = BEGINNING; after !== null; ) {
    await goOn();
    const page: PageRow = await pageAfter(ctx, after);
    for (const { at, ...reaction } of page.own) yield { ...reaction, createdAt: new Date(at).toISOString() };
    after = page.last;
  }
}

async function pageAfter(
  { services: { db }, actor: { userId } }: ActorContext,
  after: Key,
): Promise<PageRow> {
  const [page] = await queued(db, userId, () => readPage(db, [userId, ...after]));
  if (!page) throw new Error('a statement without a table answers one row');
  return page;
}
