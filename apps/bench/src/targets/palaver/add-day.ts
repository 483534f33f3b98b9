import { newId } from '@palaver/db';
import { z } from 'zod';
import type { WebSpec } from '../../load/day/day-job.js';
import { type DayServer, type DayWorld, MESSAGES_BEFORE } from '../../load/day/world.js';
import { insertSessions, newSessionToken } from './create-sessions.js';
import { fillMessages } from './fill-messages.js';
import type { Palaver } from './palaver.js';
import { restClient } from './rest-client.js';

const BATCH = 2_000;

const Created = z.object({ data: z.object({ id: z.string() }) });

interface ServerIds {
  readonly serverId: string;
  readonly channelIds: readonly string[];
}

type Person = Omit<WebSpec, 'kind' | 'url'>;

/** Adds the servers and channels of a day, with a page of messages each, and its people, who are signed in. */
export async function addDay(palaver: Palaver, { servers, people }: DayWorld): Promise<readonly Person[]> {
  const ids: ServerIds[] = [];
  for (const [n, server] of servers.entries()) ids.push(await addServer(palaver, server, n));
  const persons = people.map(({ server, channels }) => {
    const { serverId, channelIds } = idsOf(ids, server);
    return {
      userId: newId(),
      token: newSessionToken(),
      serverId,
      channelIds: channels.map((channel) => idsOf(channelIds, channel)),
    };
  });
  for (let at = 0; at < persons.length; at += BATCH)
    await insertPeople(palaver, persons.slice(at, at + BATCH));
  await palaver.database.sql`vacuum analyze`;
  return persons;
}

async function addServer(palaver: Palaver, { channels }: DayServer, n: number): Promise<ServerIds> {
  const rest = restClient(palaver.url);
  const owner = palaver.fixture.tokens[0] ?? '';
  const { id: serverId } = (await rest.post(Created, '/api/servers', owner, { name: `Day ${n}` })).data;
  const channelIds: string[] = [];
  while (channelIds.length < channels) {
    const name = `channel-${channelIds.length}`;
    channelIds.push((await rest.post(Created, `/api/servers/${serverId}/channels`, owner, { name })).data.id);
  }
  const { sql } = palaver.database;
  const fixture = { serverId, channelIds, tokens: [] };
  await sql.begin((tx) =>
    fillMessages(tx, fixture, {
      messages: MESSAGES_BEFORE * channels,
      content: tx`'As said yesterday, number ' || n`,
      seconds: 600,
    }),
  );
  return { serverId, channelIds };
}

async function insertPeople({ database: { sql } }: Palaver, people: readonly Person[]): Promise<void> {
  const now = new Date();
  const users = people.map(({ userId }, n) => ({
    id: userId,
    username: `d-${userId.slice(-22)}`,
    display_name: `Person ${n}`,
    password_hash: 'none',
    created_at: now,
  }));
  await sql`insert into users ${sql(users)}`;
  await sql`insert into stream_heads ${sql(users.map(({ id }) => ({ id, kind: 'user', last_at: now })))}`;
  const of = people.map(({ serverId, userId }) => ({
    server_id: serverId,
    user_id: userId,
    role: 'member',
    joined_at: now,
  }));
  await sql`insert into server_members ${sql(of)}`;
  const memberships = people.flatMap(({ userId, channelIds }) =>
    channelIds.map((id) => ({ channel_id: id, user_id: userId, joined_at: now })),
  );
  for (let at = 0; at < memberships.length; at += BATCH)
    await sql`insert into channel_members ${sql(memberships.slice(at, at + BATCH))}`;
  await insertSessions(sql, people);
}

function idsOf<Item>(items: readonly Item[], n: number): Item {
  const item = items[n];
  if (item === undefined) throw new Error('A member of a day is in a channel that it does not have.');
  return item;
}
