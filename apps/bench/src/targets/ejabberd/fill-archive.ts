import { arrayLiteral } from '@palaver/db';
import type { LoadGenerator } from '../../load/load-generator.js';
import type { ArchivePage } from '../../load/xmpp/room-jobs.js';
import { FILLER, MESSAGE_LENGTH } from '../message-text.js';
import { webSocketUrl } from '../target.js';
import { type Ejabberd, SOCKET_PATH } from './ejabberd.js';

export interface FilledArchive {
  readonly room: string;
  /** The page of `length` messages that ends `back` messages before the newest one. */
  readonly page: (back: number, length: number) => ArchivePage;
}

const ROOM = 'history';
const BUSY_ROOM = 'busy';
/** The time between two messages in microseconds, by which the archive is ordered. */
const SPACING = 1_000_000;
const START = Date.UTC(2026, 0, 1) * 1_000;

/**
 * Fills the archive of one room with `messages` messages, and that of a second room with as many newer ones. All rows are
 * copies of one row that ejabberd has stored itself, with another room, time and text.
 */
export async function fillArchive(
  ejabberd: Ejabberd,
  load: LoadGenerator<'room-send'>,
  messages: number,
): Promise<FilledArchive> {
  const { domain, accounts, database } = ejabberd;
  const connection = { url: webSocketUrl(ejabberd, SOCKET_PATH), domain, accounts: accounts.slice(0, 1) };
  await load.run({ ...connection, rooms: 1, inFlight: 1, body: 'template', amount: 1 });
  const { sql } = database;
  const rooms = [ROOM, BUSY_ROOM].map((room) => `${room}@conference.${domain}`);
  await sql`
    with template as (delete from archive returning *)
    insert into archive (username, timestamp, peer, bare_peer, xml, txt, kind, nick)
    select room, ${START}::bigint + ((nth - 1) * ${messages}::bigint + n) * ${SPACING},
      replace(peer, username, room), replace(bare_peer, username, room),
      replace(replace(xml, username, room), 'template', body), body, kind, nick
    from template, unnest(${arrayLiteral(rooms)}::text::text[]) with ordinality as room (room, nth), generate_series(1, ${messages}::int) n,
      lateral rpad('Message ' || n || ' ', ${MESSAGE_LENGTH}::int, ${FILLER}::text) body`;
  await sql`vacuum analyze archive`;
  return {
    room: ROOM,
    page(back, length) {
      const last = messages - back;
      const numbers = Array.from({ length }, (_, n) => last - length + 1 + n);
      return { before: back === 0 ? '' : String(START + (last + 1) * SPACING), bodies: numbers.map(bodyOf) };
    },
  };
}

function bodyOf(n: number): string {
  return `Message ${n} `.padEnd(MESSAGE_LENGTH, FILLER);
}
