import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Sql } from '../postgres/database.js';
import { startPalaverProcess } from '../targets/palaver/palaver.js';
import { type RestClient, restClient } from '../targets/palaver/rest-client.js';
import { PASSWORD } from '../targets/palaver/set-up-server.js';
import type { Target } from '../targets/target.js';
import { COMMON_WORD, PART_OF_RARE_WORD, RARE_WORD } from './fill/words.js';
import type { FilledWorld } from './worlds.js';

/** A running service on a filled world. */
export interface LargeService {
  readonly world: FilledWorld;
  readonly sql: Sql;
  readonly dataDir: string;
  readonly databaseUrl: string;
  service: Target;
}

/** Something that is done several times, and measured. Resolves with how many operations it was. */
export type Operation = (given: LargeService) => Promise<number>;

const READS = 40;
const SEARCHES = 10;
const WRITES = 40;
const RETENTION_MESSAGES = 300;

const Any = z.unknown();
const Created = z.object({ data: z.object({ id: z.string() }) });
const Token = z.object({ data: z.object({ token: z.string() }) });

/** Calls once for the caches, and then `times` more, for different people. */
function reads(times: number, pathOf: (given: LargeService, n: number) => string): Operation {
  return async (given) => {
    const rest = restClient(given.service.url);
    for (let n = 0; n < times; n++) await rest.get(Any, pathOf(given, n), tokenOf(given, n));
    return times;
  };
}

function writes(call: (rest: RestClient, given: LargeService, n: number) => Promise<unknown>): Operation {
  return async (given) => {
    const rest = restClient(given.service.url);
    for (let n = 0; n < WRITES; n++) await call(rest, given, n);
    return WRITES;
  };
}

const tokenOf = ({ world }: LargeService, n: number) => world.tokens[n % world.tokens.length] ?? '';
const channelOf = ({ world }: LargeService, n = 0) => world.channelIds[n] ?? '';
const search = (q: string, more = '') =>
  reads(SEARCHES, ({ world }) => `/api/servers/${world.serverId}/search?q=${q}${more}`);

/** A message far back in the busiest channel, and the root of the longest thread. */
export async function findMarks(sql: Sql, world: FilledWorld) {
  const [channelId = ''] = world.channelIds;
  const [far] = await sql<{ id: string }[]>`/* bench */
    select id from messages where channel_id = ${channelId} and thread_id is null and deleted_at is null
    order by seq desc offset ${Math.round(world.messages * 0.02)} limit 1`;
  const [root] = await sql<{ id: string }[]>`/* bench */
    select id from messages where channel_id = ${channelId} and thread_id is null order by reply_count desc limit 1`;
  return { far: far?.id ?? '', root: root?.id ?? '' };
}

/** The operations by their names. Those of background work come last, since they change what the others read. */
export async function operationsOf(
  sql: Sql,
  world: FilledWorld,
): Promise<Readonly<Record<string, Operation>>> {
  const { far, root } = await findMarks(sql, world);
  return {
    'newest page': reads(READS, (given) => `/api/channels/${channelOf(given)}/messages`),
    'a page far back': reads(READS, (given) => `/api/channels/${channelOf(given)}/messages?before=${far}`),
    'newest page of the longest thread': reads(READS, () => `/api/messages/${root}/thread`),
    'members of a server of 10,000': reads(READS, ({ world }) => `/api/servers/${world.serverId}/members`),
    'unread of 500 channels': reads(READS, ({ world }) => `/api/servers/${world.serverId}/unread`),
    inbox: reads(READS, () => '/api/notifications'),
    threads: reads(READS, ({ world }) => `/api/servers/${world.serverId}/threads`),
    'search: a rare word': search(RARE_WORD),
    'search: a common word': search(COMMON_WORD),
    'search: a part of a rare word': search(PART_OF_RARE_WORD),
    'search: the best of a common word': search(COMMON_WORD, '&sort=best'),
    'search: the best of a rare word': search(RARE_WORD, '&sort=best'),
    post: writes((rest, given, n) =>
      rest.post(Any, `/api/channels/${channelOf(given, n % 50)}/messages`, tokenOf(given, n), {
        content: 'a new one',
      }),
    ),
    reply: writes((rest, given, n) =>
      rest.post(Any, `/api/messages/${root}/thread`, tokenOf(given, n), { content: 'a new reply' }),
    ),
    'post, edit and delete': writes(async (rest, given, n) => {
      const token = tokenOf(given, n);
      const { data } = await rest.post(Created, `/api/channels/${channelOf(given, 2)}/messages`, token, {
        content: 'one',
      });
      await rest.patch(Any, `/api/messages/${data.id}`, token, { content: 'another' });
      await remove(given, `/api/messages/${data.id}`, token);
    }),
    retention,
    'deletion of an account': deleteAccount,
    start: restart,
    backup,
  };
}

async function remove({ service }: LargeService, path: string, token: string): Promise<void> {
  const response = await fetch(`${service.url}${path}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  });
  if (!response.ok) throw new Error(`DELETE ${path}: ${response.status} ${await response.text()}`);
}

/** Lets a channel delete its oldest messages: about as many in a world of any size. */
const retention: Operation = async (given) => {
  const { sql, world } = given;
  const channelId = channelOf(given, 3);
  const [due] = await sql<{ days: number }[]>`/* bench */
    select floor(extract(epoch from now() - created_at) / 86400)::int as days from messages
    where channel_id = ${channelId} and thread_id is null and deleted_at is null order by seq offset ${RETENTION_MESSAGES} limit 1`;
  await sql`/* bench */ update channels set retention_days = ${due?.days ?? 3650}, retention_set_at = now() - interval '2 days' where id = ${channelId}`;
  await given.service.stop();
  await sql`/* bench */
    insert into erasures (id, kind, server_id, channel_id, created_at, at_channel)
    values (uuidv7(), 'retention', ${world.serverId}, ${channelId}, now(), '00000000-0000-0000-0000-000000000000')
    on conflict do nothing`;
  await startService(given);
  await untilNone(sql, 'erasures');
  await sql`/* bench */ update channels set retention_days = null where id = ${channelId}`;
  const [left] = await sql<{ deleted: number }[]>`/* bench */
    select count(*)::int as deleted from messages where channel_id = ${channelId} and deleted_at > now() - interval '1 hour'`;
  if ((left?.deleted ?? 0) === 0) throw new Error('The retention has deleted nothing.');
  return left?.deleted ?? 1;
};

const ACCOUNT = 'person-777';

const deleteAccount: Operation = async (given) => {
  const rest = restClient(given.service.url);
  const credentials = { username: ACCOUNT, password: PASSWORD };
  const { data } = await rest.post(Token, '/api/auth/login', null, credentials);
  await remove(given, '/api/users/me', data.token);
  await untilNone(given.sql, 'account_deletions');
  return 1;
};

async function untilNone(sql: Sql, table: 'erasures' | 'account_deletions'): Promise<void> {
  while ((await sql`/* bench */ select from ${sql(table)} limit 1`).length > 0) await pause(200);
}

const restart: Operation = async (given) => {
  await given.service.stop();
  await startService(given);
  return 1;
};

export async function startService(
  given: Omit<LargeService, 'service'> & { service?: Target },
): Promise<Target> {
  given.service = await startPalaverProcess({ dataDir: given.dataDir, databaseUrl: given.databaseUrl });
  return given.service;
}

const CLI = fileURLToPath(new URL('../../../server/dist/palaver.js', import.meta.url));

/** As an operator makes one. It is named after nobody's file, and removed with the folder. */
const backup: Operation = async ({ dataDir, databaseUrl }) => {
  const file = join(dataDir, `${createHash('sha256').update(randomUUID()).digest('hex').slice(0, 8)}.backup`);
  const child = spawn(process.execPath, [CLI, 'backup', file], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The backup ended with ${code}.`);
  return 1;
};
