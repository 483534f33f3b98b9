import { statement, tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { addMember } from '../../channels/membership.js';
import { isClosed } from '../../channels/permissions.js';
import { toChannel } from '../../channels/record.js';
import { lockStreams } from '../../log/append.js';
import { channelStream, serverStream, userStream } from '../../log/streams.js';
import { lockJoiningUser } from '../../users/access.js';
import type { ChunkWrite } from './chunk.js';
import type { KnownChannel } from './known.js';

const { channels } = tables;

interface JoiningMember {
  readonly channel: KnownChannel;
  readonly userId: string;
}

/** Who of some users is in the server, or joins it at the end of this import. */
const belonging = statement<{ id: string; is_member: boolean; is_in: boolean }>(`
  select asked.user_id as id,
    exists (select from server_members member where member.server_id = $1 and member.user_id = asked.user_id) as is_member,
    exists (select from channel_members member where member.channel_id = asked.channel_id and member.user_id = asked.user_id)
      as is_in
  from unnest($2::text::uuid[], $3::text::uuid[]) asked (user_id, channel_id)
  where exists (select from server_members member where member.server_id = $1 and member.user_id = asked.user_id)
    or exists (select from imported member where member.import_id = $4 and member.kind = 'member'
      and member.id = asked.user_id and member.note ->> 'import' = $5::text)`);

/**
 * Makes people members of channels of a server that is used, so that its clients hear of it. Who has left the server here, or was
 * made to, stays out of its channels.
 */
export async function joinChannels(w: ChunkWrite, joining: readonly JoiningMember[]): Promise<void> {
  const serverId = w.known.server?.id ?? '';
  const wanted = joining.filter(({ channel }) => !channel.isLeftOut);
  const people = [...new Set(wanted.map(({ userId }) => userId))].sort();
  const users = new Map(
    await Promise.all(people.map(async (id) => [id, await lockJoiningUser(w.tx, id)] as const)),
  );
  const places = [...new Map(wanted.map(({ channel }) => [channel.id, channel])).values()];
  await lockStreams(w.tx, [
    serverStream(serverId),
    ...places.map(({ id }) => channelStream(id)).sort((a, b) => (a.id < b.id ? -1 : 1)),
    ...people.map(userStream),
  ]);
  for (const { channel, userId } of wanted) {
    const [standing] = await belonging(w.tx, [
      serverId,
      `{${userId}}`,
      `{${channel.id}}`,
      w.importId,
      w.ownId,
    ]);
    const user = users.get(userId);
    if (!user || !standing || standing.is_in) continue;
    const [row] = await w.tx.select().from(channels).where(eq(channels.id, channel.id));
    if (!row) continue;
    const { event, seq } = await addMember(w.tx, w.emit, row, user);
    channel.head = seq;
    if (!isClosed(row)) await w.emit(serverStream(serverId), event);
    // Who joins the server later on sees its channels then.
    else if (standing.is_member) {
      const data = {
        ...toChannel({ ...row, memberCount: event.data.memberCount }),
        members: null,
        since: seq,
      };
      await w.emit(userStream(userId), { type: 'channel.created', data });
    }
  }
}
