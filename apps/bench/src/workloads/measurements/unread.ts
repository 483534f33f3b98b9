import { z } from 'zod';
import type { Measurement } from '../../harness/cell.js';
import type { Bench } from '../../harness/workload.js';
import type { LoadGenerator } from '../../load/load-generator.js';
import { setUnread, type UnreadShape } from '../../targets/palaver/fill-unread.js';
import type { Palaver } from '../../targets/palaver/palaver.js';
import { restClient } from '../../targets/palaver/rest-client.js';
import { readMeasurement } from './read.js';

/** This call takes longer than a page. */
const FIRST_REQUESTS = 20;

const Unread = z.object({
  data: z.array(z.object({ channelId: z.string(), unreadCount: z.number(), capped: z.boolean() })),
});

/**
 * Measures the call for what is unread of a server. Its counts are compared with those of a plain `count(*)` after
 * every job.
 */
export function unreadMeasurement(
  bench: Bench,
  load: LoadGenerator<'http'>,
  palaver: Palaver,
  shape: UnreadShape,
): Measurement {
  const { serverId, tokens } = palaver.fixture;
  const members = tokens.slice(1);
  const path = `/api/servers/${serverId}/unread`;
  const measurement = readMeasurement(bench, load, palaver, {
    pages: [{ path, items: [] }],
    tokens: members,
    firstRequests: FIRST_REQUESTS,
    verify: () => checkCounts(palaver, path, members[0] ?? ''),
  });
  return async () => {
    await setUnread(palaver, shape);
    return measurement();
  };
}

async function checkCounts({ url, database }: Palaver, path: string, token: string): Promise<void> {
  const { data } = await restClient(url).get(Unread, path, token);
  const rows = await database.sql<{ id: string; unread: number }[]>`
    select member.channel_id as id, count(messages.id)::int as unread from channel_members member
    left join messages on messages.channel_id = member.channel_id and messages.seq > member.read_seq
    where member.user_id = (select max(user_id::text)::uuid from channel_members)
    group by member.channel_id`;
  const expected = new Map(rows.map(({ id, unread }) => [id, unread]));
  for (const { channelId, unreadCount, capped } of data) {
    const unread = expected.get(channelId) ?? 0;
    if (unreadCount !== Math.min(unread, 1_000) || capped !== unread > 1_000) {
      throw new Error(
        `Of channel ${channelId} ${unread} messages are unread, and ${unreadCount} were answered.`,
      );
    }
  }
  if (data.length === 0) throw new Error('No channel was answered.');
}
