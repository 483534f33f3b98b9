import { newId } from '@palaver/db';
import { z } from 'zod';
import { insertSessions, newSessionToken } from './create-sessions.js';
import type { Palaver } from './palaver.js';
import { restClient } from './rest-client.js';

const SERVERS = 20;
/** Each person reads in two of the channels of their server. */
const CHANNELS_OF_PERSON = 2;

/** Somebody who is signed in, with the channels they are in. */
export interface TeamMember {
  readonly token: string;
  readonly channelIds: readonly string[];
}

const Created = z.object({ data: z.object({ id: z.string() }) });

/**
 * Adds servers with channels, and people who are in two channels of one of them, so that each channel has as many people;
 * neighbours in the list share a channel. `people` is a multiple of the channels, and `channels` of the servers.
 */
export async function addTeams(
  palaver: Palaver,
  { people, channels }: { people: number; channels: number },
): Promise<TeamMember[]> {
  const rest = restClient(palaver.url);
  const owner = palaver.fixture.tokens[0] ?? '';
  const perServer = channels / SERVERS;
  const members: TeamMember[] = [];
  for (let server = 0; server < SERVERS; server++) {
    const { id: serverId } = (await rest.post(Created, '/api/servers', owner, { name: `Team ${server}` }))
      .data;
    const path = `/api/servers/${serverId}/channels`;
    const create = async (name: string) =>
      (await rest.post(Created, path, owner, { name, isPrivate: true })).data.id;
    const ids = await Promise.all(Array.from({ length: perServer }, (_, n) => create(`channel-${n}`)));
    const joined = Array.from({ length: people / SERVERS }, (_, n) => ({
      userId: newId(),
      token: newSessionToken(),
      channelIds: Array.from(
        { length: CHANNELS_OF_PERSON },
        (_, turn) => ids[Math.floor((n + turn * perServer) / CHANNELS_OF_PERSON) % perServer] ?? '',
      ),
    }));
    await insertMembers(palaver, serverId, joined);
    members.push(...joined);
  }
  await palaver.database.sql`vacuum analyze`;
  return members;
}

async function insertMembers(
  { database: { sql } }: Palaver,
  serverId: string,
  people: ReadonlyArray<TeamMember & { readonly userId: string }>,
): Promise<void> {
  const now = new Date();
  const users = people.map(({ userId }) => ({
    id: userId,
    username: `m-${userId.slice(-22)}`,
    display_name: 'A member of a team',
    password_hash: 'none',
    created_at: now,
  }));
  await sql`insert into users ${sql(users)}`;
  await sql`insert into stream_heads ${sql(users.map(({ id }) => ({ id, kind: 'user', last_at: now })))}`;
  const joined = { joined_at: now };
  await sql`insert into server_members ${sql(
    users.map(({ id }) => ({ server_id: serverId, user_id: id, role: 'member', ...joined })),
  )}`;
  await sql`insert into channel_members ${sql(
    people.flatMap(({ userId, channelIds }) =>
      channelIds.map((id) => ({ channel_id: id, user_id: userId, ...joined })),
    ),
  )}`;
  await insertSessions(sql, people);
}
