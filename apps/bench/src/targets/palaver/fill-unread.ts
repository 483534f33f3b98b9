import { plainArrayLiteral } from '@palaver/db';
import { FILLER, MESSAGE_LENGTH } from '../message-text.js';
import { fillMessages } from './fill-messages.js';
import type { Palaver } from './palaver.js';

/** Fills all channels with messages of the usual length, a minute apart. */
export async function fillChannels({ database, fixture }: Palaver, messages: number): Promise<void> {
  await database.sql.begin(async (sql) => {
    await fillMessages(sql, fixture, {
      messages,
      content: sql`rpad('Message ', ${MESSAGE_LENGTH}::int, ${FILLER}::text)`,
      seconds: 60,
    });
  });
  await database.sql`vacuum analyze`;
}

/** How many messages are unread in how many of a hundred channels; nothing in the others. */
export type UnreadShape = ReadonlyArray<{ readonly channels: number; readonly unread: number }>;

/** Sets the positions of all members. */
export async function setUnread({ database, fixture }: Palaver, shape: UnreadShape): Promise<void> {
  const steps = shape.flatMap(({ channels, unread }) => Array.from({ length: channels }, () => unread));
  const hundred = [...steps, ...Array.from({ length: 100 - steps.length }, () => 0)];
  await database.sql`
    update channel_members member set read_seq = head.last_seq - (${plainArrayLiteral(hundred)}::text::int[])[1 + placed.n % 100]
    from (select id, row_number() over (order by id) as n from channels where server_id = ${fixture.serverId}) placed
    join stream_heads head on head.id = placed.id
    where member.channel_id = placed.id`;
  await database.sql`vacuum analyze channel_members`;
}
