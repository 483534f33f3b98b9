import type { Sql } from '../../postgres/database.js';
import { BARE, bareTables } from './bare-tables.js';
import { Items } from './items.js';
import { MessageMaker } from './message.js';
import { MessageRows } from './message-rows.js';
import { MESSAGE_TABLES, type MessageTable } from './message-tables.js';
import { positions, writePeople, writePlaces } from './place-rows.js';
import { trimLists, writeCounts, writeRest } from './rest.js';
import { TableStream, type Value } from './table-stream.js';
import type { World } from './world.js';

const BLOCK = 20_000;

/** These may have rows of the service, or are partitioned. */
const NOT_EMPTIED: readonly MessageTable[] = ['events', 'message_pins'];
/**
 * Fills the database of a service that has just been set up and is stopped. Its messages, and nothing else that is its own, are removed.
 * `sql` needs as many connections as there are tables of messages, and some more. `say` is told how far it is.
 */
export async function fillWorld(
  sql: Sql,
  world: World,
  { passwordHash, say }: { readonly passwordHash: string; readonly say: (text: string) => void },
): Promise<void> {
  await writePeople(sql, world, passwordHash);
  const bare = await bareTables(sql, BARE);
  const first = await writeMessages(sql, world, say);
  say('places');
  await writePlaces(sql, world, positions(world));
  await sql`update messages set reply_count = ${first.replies} where id = ${first.id}`;
  say('inboxes');
  await trimLists(sql);
  await bare.restore(say);
  say('the rest');
  await writeRest(sql, world);
  await writeCounts(sql);
}

async function writeMessages(sql: Sql, world: World, say: (text: string) => void) {
  const names = Object.keys(MESSAGE_TABLES).filter(isMessageTable);
  const streams = new Map<MessageTable, TableStream>();
  for (const table of names) {
    const isEmptied = !NOT_EMPTIED.includes(table);
    streams.set(table, await TableStream.begin(sql, table, MESSAGE_TABLES[table], isEmptied));
  }
  const push = (table: MessageTable, values: readonly Value[]) => streams.get(table)?.push(values);
  const maker = new MessageMaker(world);
  const items = new Items(world, push);
  const rows = new MessageRows(world, items, push);
  for (let done = 0; done < world.size.messages; done += BLOCK) {
    const block = maker.block(Math.min(BLOCK, world.size.messages - done));
    for (const message of block) {
      rows.write(message);
      if (message.replies.length > 0 && message !== maker.first) rows.writeFollows(message);
    }
    for (const stream of streams.values()) await stream.flush();
    if (done % 500_000 === 0) say(`${done} messages`);
  }
  const { first } = maker;
  if (first === null) throw new Error('A world needs more messages.');
  rows.writeFollows(first);
  const positionOf = positions(world);
  items.end((place, person) => positionOf(place, person).seq);
  await Promise.all([...streams.values()].map((stream) => stream.end()));
  return { id: first.id, replies: first.replies.length };
}

function isMessageTable(name: string): name is MessageTable {
  return name in MESSAGE_TABLES;
}
