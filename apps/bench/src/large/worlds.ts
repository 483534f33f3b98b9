import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectionUrl } from '@palaver/db';
import { z } from 'zod';
import { insertSessions, newSessionToken } from '../targets/palaver/create-sessions.js';
import { startPalaverProcess } from '../targets/palaver/palaver.js';
import { restClient } from '../targets/palaver/rest-client.js';
import { OWNER, PASSWORD } from '../targets/palaver/set-up-server.js';
import { fillWorld } from './fill/fill-world.js';
import { growWorld } from './fill/grow-world.js';
import { thinRareWord } from './fill/rare-word.js';
import { ACCOUNTS, type LargeSize, planWorld, SPACING_MS, type World } from './fill/world.js';
import { connectLarge, type LargePostgres, startLargePostgres } from './postgres.js';

const FilledWorld = z.object({
  database: z.string(),
  messages: z.number(),
  /** The largest server. */
  serverId: z.string(),
  /** Its channels, the busiest first. */
  channelIds: z.array(z.string()),
  /** Of members of the 500 busiest of them. */
  tokens: z.array(z.string()),
});
/** A large database of a service. */
export type FilledWorld = z.output<typeof FilledWorld>;

/** A world that is filled, or one that has grown from a smaller one that is filled before it. */
export interface WorldPlan extends LargeSize {
  readonly grownFrom?: string;
}

const Filled = z.record(z.string(), FilledWorld);
const Registered = z.object({ data: z.object({ token: z.string() }) });

/**
 * Fills a database for each size that `folder` does not have yet. What is filled stays, and is found by the name again, so a second run
 * measures at once.
 */
export async function prepareWorlds(
  folder: string,
  plans: Readonly<Record<string, WorldPlan>>,
  say: (text: string) => void,
): Promise<Readonly<Record<string, FilledWorld>>> {
  await mkdir(folder, { recursive: true });
  const list = join(folder, 'worlds.json');
  const filled = Filled.parse(JSON.parse(await readFile(list, 'utf8').catch(() => '{}')));
  const missing = Object.entries(plans).filter(([name]) => !(name in filled));
  if (missing.length === 0) return filled;
  const postgres = await startLargePostgres(folder, 'filling');
  try {
    for (const [name, plan] of missing) {
      say(name);
      const before = plan.grownFrom === undefined ? undefined : filled[plan.grownFrom];
      const world = before
        ? await growDatabase(postgres, before, plan.messages, say)
        : await fillDatabase(join(folder, 'service'), postgres, plan, say);
      filled[name] = world;
      await writeFile(list, JSON.stringify(filled));
    }
  } finally {
    await postgres.stop();
  }
  return filled;
}

async function fillDatabase(
  dataDir: string,
  postgres: LargePostgres,
  size: LargeSize,
  say: (text: string) => void,
): Promise<FilledWorld> {
  const database = `world_${size.messages}`;
  await createDatabase(postgres, database, 'template1');
  await setUp(dataDir, connectionUrl({ ...postgres.connection, database }));
  const sql = connectLarge(postgres, database, 20);
  try {
    const [owner] = await sql<{ hash: string }[]>`
      select password_hash as hash from users where username = ${OWNER}`;
    const world = planWorld(size, Date.now());
    await fillWorld(sql, world, { passwordHash: owner?.hash ?? '', say });
    await sql`vacuum (freeze, analyze)`;
    return { database, messages: size.messages, ...(await fixtureOf(sql, world)) };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Grows a copy of a filled world to this number of messages: years of it. */
async function growDatabase(
  postgres: LargePostgres,
  before: FilledWorld,
  messages: number,
  say: (text: string) => void,
): Promise<FilledWorld> {
  const database = `world_${messages}`;
  await createDatabase(postgres, database, before.database);
  say('copied');
  const sql = connectLarge(postgres, database, 20);
  try {
    const years = Math.round(messages / before.messages);
    await growWorld(sql, { years, yearMs: before.messages * SPACING_MS, say });
    await thinRareWord(sql);
    await sql`vacuum (freeze, analyze)`;
    return { ...before, database, messages };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function createDatabase(postgres: LargePostgres, database: string, template: string): Promise<void> {
  const admin = connectLarge(postgres, postgres.connection.database, 1);
  await admin`drop database if exists ${admin(database)}`;
  await admin`create database ${admin(database)} template ${admin(template)} strategy file_copy`;
  await admin.end();
}

/** The service makes its tables, and an account whose password all people have. */
async function setUp(dataDir: string, databaseUrl: string): Promise<void> {
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true });
  const service = await startPalaverProcess({ dataDir, databaseUrl });
  try {
    const credentials = { username: OWNER, password: PASSWORD };
    await restClient(service.url).post(Registered, '/api/auth/register', null, credentials);
  } finally {
    await service.stop();
  }
}

async function fixtureOf(sql: ReturnType<typeof connectLarge>, world: World) {
  const sessions = world.people
    .slice(0, ACCOUNTS)
    .map(({ id }) => ({ userId: id, token: newSessionToken() }));
  await insertSessions(sql, sessions);
  const serverId = world.servers[0]?.id ?? '';
  return {
    serverId,
    channelIds: world.places.filter((place) => place.serverId === serverId).map(({ id }) => id),
    tokens: sessions.map(({ token }) => token),
  };
}
