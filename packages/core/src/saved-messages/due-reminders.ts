import { type Queryable, statement, type Transaction } from '@palaver/db';
import { rowByRow, type WorkSource } from '../kernel/concurrency/background-work.js';
import { iso } from '../kernel/sql/instant.js';
import { lockStream } from '../log/append.js';
import { userStream } from '../log/streams.js';
import { transact, type WriteContext } from '../log/transact.js';
import { type ItemServices, makeReminder } from '../notifications/reminder-items.js';
import type { SavedMark } from '../protocol/records/saved-message.js';
import { IS_SHOWN } from './queries.js';

/**
 * Makes items of the inbox of the reminders that are due, by the database's clock, one in a transaction, on every node. The
 * reminder is taken from the saved message in the same transaction, so it comes once, whichever node makes it and whatever
 * ends it. A message that is deleted or out of reach by then gives no item.
 */
export function dueReminders(
  ctx: WriteContext,
  { scheduleDigests }: Pick<ItemServices, 'scheduleDigests'>,
): WorkSource {
  const services = { clock: ctx.services.clock, scheduleDigests };
  return rowByRow<Due>(
    (after) => findDue(ctx.services.db, after),
    (due) => remind(ctx, services, due),
  );
}

/** A reminder that is due, and since when: the text of the instant, with all its digits. */
interface Due {
  readonly id: string;
  readonly userId: string;
  readonly messageId: string;
  readonly at: string;
}

const find = statement<Due>(`
  select id, user_id as "userId", message_id as "messageId", remind_at::text as at from saved_messages
  where remind_at <= now() and (remind_at, id) > ($1::text::timestamptz, $2::text::uuid)
  order by remind_at, id limit 1`);

/** Before all ids (RFC 9562, 5.9). */
const FIRST = { id: '00000000-0000-0000-0000-000000000000', at: '-infinity' };

/** The reminder after `after` that is due, in the order of time. */
async function findDue(q: Queryable, after: Due | null): Promise<Due | null> {
  const { id, at } = after ?? FIRST;
  const [due] = await find(q, [at, id]);
  return due ?? null;
}

/** Returns true also where another node was first, or the reminder was changed: the next one may be due. */
function remind(ctx: WriteContext, services: ItemServices, due: Due): Promise<boolean> {
  const { userId, messageId } = due;
  return transact(ctx, async (tx, emit) => {
    // Every write of what somebody has saved takes this lock.
    await lockStream(tx, userStream(userId));
    const taken = await takeReminder(tx, due);
    if (taken === null) return true;
    const { isShown, data } = taken;
    const items = isShown ? await makeReminder(services, tx, userId, messageId) : [];
    await emit([{ stream: userStream(userId), event: { type: 'message.saved', data } }, ...items]);
    return true;
  });
}

const take = statement<Pick<SavedMark, 'id' | 'channelId'> & { savedAt: number; isShown: boolean }>(`
  update saved_messages saved set remind_at = null from messages message
  where saved.user_id = $1 and saved.message_id = $2 and saved.remind_at = $3::text::timestamptz and message.id = saved.message_id
  returning saved.id, message.channel_id as "channelId", (extract(epoch from saved.saved_at) * 1000)::float8 as "savedAt",
    ${IS_SHOWN} and (message.thread_id is null or exists (
      select from messages root where root.id = message.thread_id and root.deleted_at is null)) as "isShown"`);

/** Takes a reminder from a saved message, and says whether there is something to be reminded of; null where it is gone. */
async function takeReminder(
  tx: Transaction,
  { userId, messageId, at }: Due,
): Promise<{ readonly isShown: boolean; readonly data: SavedMark } | null> {
  const [row] = await take(tx, [userId, messageId, at]);
  if (!row) return null;
  const { isShown, id, channelId, savedAt } = row;
  return { isShown, data: { id, messageId, channelId, savedAt: iso(new Date(savedAt)), remindAt: null } };
}
