import { arrayLiteral } from '@palaver/db';
import type { LoadGenerator } from '../../load/load-generator.js';
import { CONTENT } from '../message-text.js';
import { webSocketUrl } from '../target.js';
import { type Ejabberd, SOCKET_PATH } from './ejabberd.js';

/** How far apart the messages of a room are, in microseconds. */
const SPACING = 600_000_000;

/** Gives each room an archive of `messages` messages, copies of one that ejabberd has stored itself. */
export async function fillRooms(
  { url, domain, accounts, database: { sql } }: Ejabberd,
  load: LoadGenerator<'room-send'>,
  rooms: readonly string[],
  messages: number,
): Promise<void> {
  const connection = { url: webSocketUrl({ url }, SOCKET_PATH), domain, accounts: accounts.slice(0, 1) };
  await load.run({ ...connection, rooms: 1, inFlight: 1, body: CONTENT, amount: 1 });
  const addresses = rooms.map((room) => `${room}@conference.${domain}`);
  await sql`
    with template as (delete from archive returning *)
    insert into archive (username, timestamp, peer, bare_peer, xml, txt, kind, nick)
    select room, timestamp - (${messages}::bigint - n) * ${SPACING}::bigint,
      replace(peer, username, room), replace(bare_peer, username, room), replace(xml, username, room), txt, kind, nick
    from template, unnest(${arrayLiteral(addresses)}::text::text[]) as room (room), generate_series(1, ${messages}::int) n`;
  await sql`vacuum analyze archive`;
}
