import { type Database, statement, type Transaction, tables } from '@palaver/db';
import type { WorkSource } from '../kernel/concurrency/background-work.js';
import { tryLock } from '../kernel/sql/try-lock.js';
import { indexMessages } from './index-messages.js';
import { INDEX_NAME } from './resolve.js';

/** Messages of one transaction. */
const BATCH = 200;

const lowest = statement<{ below: string }>(`
  select below from message_search_backfill where exists (select from consumers where name = '${INDEX_NAME}')`);
const next = statement<{ id: string }>(`
  select id from messages where id < $1::text::uuid order by id desc limit ${BATCH}`);
const advance = statement('update message_search_backfill set below = $1::text::uuid');
const finish = statement('delete from message_search_backfill');

const older = statement<{ id: string }>(`
  select message_id as id from message_search where form < ${tables.INDEXED_FORM} order by message_id desc limit ${BATCH}`);

/**
 * Indexes the messages from before there was an index, the newest first. It begins after the consumer has its
 * positions: what is committed later comes by the log. The lock is that of the consumer, so that a message is not
 * deleted meanwhile and written after it.
 */
export function searchBackfill(db: Database): WorkSource {
  return () => db.transaction(fillSome);
}

async function fillSome(tx: Transaction): Promise<boolean> {
  const [waiting] = await lowest(tx, []);
  if (!waiting || !(await tryLock(tx, `consumer/${INDEX_NAME}`))) return false;
  // Another node may have gone on between the two.
  const [row] = await lowest(tx, []);
  if (!row) return false;
  const ids = (await next(tx, [row.below])).map(({ id }) => id);
  const last = ids.at(-1);
  if (last === undefined) {
    await finish(tx, []);
    return false;
  }
  await indexMessages(tx, ids);
  await advance(tx, [last]);
  return true;
}

/**
 * Indexes anew what an older release has indexed, the newest first. It finds them by their form, so it does not matter
 * whether nodes of that release still run.
 */
export function searchRenewal(db: Database): WorkSource {
  return () => db.transaction(renewSome);
}

async function renewSome(tx: Transaction): Promise<boolean> {
  if ((await older(tx, [])).length === 0 || !(await tryLock(tx, `consumer/${INDEX_NAME}`))) return false;
  // Another node may have gone on between the two.
  const ids = (await older(tx, [])).map(({ id }) => id);
  if (ids.length > 0) await indexMessages(tx, ids);
  return ids.length > 0;
}
