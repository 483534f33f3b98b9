import type { Load } from '../../load/load.js';
import type { Ejabberd } from './ejabberd.js';

/** What a filled archive's pages are asked for by, and hold. */
export interface FilledArchive {
  readonly room: string;
  readonly page: (back: number, length: number) => { readonly before: string; readonly bodies: string[] };
}

const ROOM = 'history';
const BUSY_ROOM = 'busy';
/** Between neighbours, in the microseconds that the archive is ordered by. */
const SPACING = 1_000_000;
const START = Date.UTC(2026, 0, 1) * 1_000;

/**
 * Fills the archive of a room with so many messages, and that of another with as many newer ones, all like the one
 * message that somebody says there.
 */
export async function fillArchive(
  { url, domain, accounts, database: { sql } }: Ejabberd,
  load: Load<'muc'>,
  messages: number,
): Promise<FilledArchive> {
  const socket = { url: `${url.replace('http', 'ws')}/ws`, domain, accounts: accounts.slice(0, 1) };
  // The load's first room.
  await load.run({ ...socket, rooms: 1, underWay: 1, body: 'template', amount: 1 });
  const rooms = [ROOM, BUSY_ROOM].map((room) => `${room}@conference.${domain}`);
  await sql`
    with said as (delete from archive returning *)
    insert into archive (username, timestamp, peer, bare_peer, xml, txt, kind, nick)
    select room, ${START}::bigint + ((nth - 1) * ${messages}::bigint + n) * ${SPACING},
      replace(peer, username, room), replace(bare_peer, username, room),
      replace(replace(xml, username, room), 'template', body), body, kind, nick
    from said, unnest(${rooms}::text[]) with ordinality as room (room, nth), generate_series(1, ${messages}::int) n,
      lateral rpad('Message ' || n || ' ', 200, 'and what else there is to say ') body`;
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
  return `Message ${n} `.padEnd(200, 'and what else there is to say ');
}
