import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createdId } from '@palaver/core/testing';
import { createDatabase } from '@palaver/db';
import { createTestDatabase } from '@palaver/db/testing';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Client } from '../src/testing/client.js';
import { callersOf, TRUST_THE_TEST } from '../src/testing/test-service.js';
import { build, type Child, killLeftovers, start, startRelease, TOP } from './process/child.js';
import { temporaryFolders } from './process/folders.js';
import { type Follower, follow } from './process/follower.js';
import { startWriters } from './process/writers.js';

const commit = readFileSync(join(TOP, '.ci/previous-release'), 'utf8').trim();
const PREVIOUS = join(TOP, '.cache/releases', commit);
// Builds it where it is not there yet; where it cannot, it says why and the test is skipped.
spawnSync(process.execPath, [join(TOP, '.ci/build-previous-release.mjs')], { stdio: 'inherit' });

const folders = temporaryFolders();
beforeAll(build);
afterEach(async () => {
  await killLeftovers(folders.paths);
  await folders.remove();
});

/** Posts with several writers until there are `count` more messages. */
async function postAtBoth(count: number, channelId: string, clients: readonly Client[]): Promise<string[]> {
  const writers = startWriters(4, channelId, (writer) => {
    const client = clients[writer % clients.length];
    if (client === undefined) throw new Error('there is no client');
    return client;
  });
  await expect.poll(() => writers.posted.length).toBeGreaterThan(count);
  await writers.stop();
  return [...writers.posted];
}

/** Expects that each follower has got each message once, and all of them in the same order. */
async function expectAll(followers: readonly Follower[], posted: readonly string[]): Promise<void> {
  for (const { received } of followers) {
    await expect.poll(() => [...received].sort()).toEqual([...posted].sort());
  }
  for (const { received } of followers) expect(received).toEqual(followers[0]?.received);
}

test.skipIf(!existsSync(PREVIOUS))(
  'the release before and this one serve one database together, through the migrations and after (skipped where the release before cannot be built)',
  async () => {
    const database = await createTestDatabase();
    const { sql, close } = createDatabase({ url: database.url }, { max: 1 });
    await sql.unsafe('drop schema public cascade; create schema public; drop schema drizzle cascade');
    await close();
    const environment = {
      DATABASE_URL: database.url,
      DATA_DIR: await folders.make(),
      PUBLIC_URL: 'http://localhost',
      ...TRUST_THE_TEST,
    };
    const stop = async (child: Child) => {
      child.kill('SIGTERM');
      expect(await child.exited).toEqual({ code: 0, signal: null });
    };

    const old = startRelease(PREVIOUS, environment);
    const oldUrl = await old.url();
    const alice = await (await callersOf(oldUrl)).person('alice');
    const token = alice.token ?? '';
    const serverId = await createdId(alice, '/api/servers', { name: 'Acme' });
    const channelId = await createdId(alice, `/api/servers/${serverId}/channels`, { name: 'talk' });
    const atOld = await follow(oldUrl, token, channelId);

    // The new release migrates while the old one writes.
    const during = startWriters(2, channelId, () => alice);
    const current = start(environment);
    const url = await current.url();
    await during.stop();
    await expectAll([atOld], during.posted);

    const there = (await callersOf(url)).client(token, alice.id);
    const late = await follow(url, token, channelId);
    const both = await postAtBoth(60, channelId, [alice, there]);
    await expectAll([late], both);
    await expectAll([atOld], [...during.posted, ...both]);
    const crossed: string[] = [];
    for (const [from, to] of [
      [alice, there],
      [there, alice],
    ] as const) {
      const messages = `/api/channels/${channelId}/messages`;
      const content = `of ${crossed.length}`;
      const messageId = await createdId(from, messages, { content, metadata: { plan: 'gold' } });
      crossed.push(content);
      const seen = await to.send('GET', `/api/messages/${messageId}`);
      expect(seen.body).toMatchObject({ data: { metadata: { plan: 'gold' } } });
      await to.send('PATCH', `/api/messages/${messageId}`, { metadata: { plan: 'free' } });
      const edited = await from.send('GET', `/api/messages/${messageId}`);
      expect(edited.body).toMatchObject({ data: { metadata: { plan: 'free' } } });
    }
    atOld.close();
    await stop(old);

    // What the old one wrote is still there for the next one in its place.
    const next = start(environment);
    const nextUrl = await next.url();
    const atNext = await follow(nextUrl, token, channelId);
    const nextClient = (await callersOf(nextUrl)).client(token, alice.id);
    const after = await postAtBoth(60, channelId, [there, nextClient]);
    await expectAll([atNext], after);
    await expectAll([late], [...both, ...crossed, ...after]);
    for (const follower of [late, atNext]) follower.close();
    await Promise.all([stop(current), stop(next)]);
    await database.drop();
  },
  // Two programs are started three times, and the first one makes and migrates a database.
);
