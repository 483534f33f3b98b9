import { copyFile, stat } from 'node:fs/promises';
import { createDatabase, type DatabaseHandle } from '@palaver/db';
import { createFaultProxy, type FaultProxy } from '@palaver/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServices, type RunningServices } from '../services.js';
import { createWorld, type World } from '../testing/world.js';
import { type Act, archiveAt } from './again.fixture.js';
import { beginImport } from './import/actions.js';
import { archiveOf, exportTo, importFrom, linesIn, operatorContext } from './moving.fixture.js';
import { comparable, createFullServer, type FullServer } from './server.fixture.js';

let world: World;
let other: World;
let full: FullServer;
let path: string;
let before: unknown;
let proxy: FaultProxy;
let database: DatabaseHandle;

beforeAll(async () => {
  [world, other] = [await createWorld(), await createWorld()];
  full = await createFullServer(world);
  for (let n = 0; n < 1_200; n++)
    await full.bob.call.messages.send({ channelId: full.channelId, content: `message ${n}` });
  path = await exportTo(world, full.server.id);
  before = comparable(await linesIn(path));
  proxy = await createFaultProxy(other.connection);
  database = createDatabase(proxy.connection, { max: 3 });
});
afterAll(async () => {
  await database.close();
  await proxy.close();
  await other.close();
  await world.close();
});

/** Another node on the other service's database, which loses what the proxy loses. */
async function secondNode(change: Partial<RunningServices> = {}): Promise<RunningServices> {
  const services = createServices({
    ...other.services,
    nodes: { ...other.services.nodes, id: 'second' },
    db: database.db,
    ...change,
  });
  await Promise.all(services.consumers.map((consumer) => consumer.stop()));
  return services;
}

async function beginOn(services: RunningServices): Promise<string> {
  const copy = services.files.temporaryPath();
  await copyFile(path, copy);
  const { size } = await stat(copy);
  const { id } = await beginImport(operatorContext({ services }), {
    path: copy,
    sizeBytes: size,
    checkOnly: false,
    deleteMissing: false,
  });
  return id;
}

async function removeCopy(serverId: string | null): Promise<void> {
  await other.operator.call.admin.deleteServer({ serverId: serverId ?? '' });
}

const LATER: readonly Act[] = [
  { at: 1, post: { id: 'a', by: 'u1', text: 'first' } },
  { at: 20, edit: { of: 'a', text: 'first, corrected' } },
  { at: 20, post: { id: 'b', by: 'u3', text: 'second' } },
  { at: 21, post: { id: 'c', by: 'u2', text: 'third', channel: 'later' } },
];

// The first import makes the users, which those after it find.
describe('an import beside faults', { shuffle: false }, () => {
  test.each(['users', 'servers', 'channels', 'messages', 'channel_members', 'server_members'])(
    'an import whose COMMIT of %s is not answered goes on elsewhere, and nothing is there twice',
    async (table) => {
      const second = await secondNode();
      const lost = proxy.loseAnswer(/^COMMIT$/i, new RegExp(`insert into "${table}"`));
      const id = await beginOn(second);
      await lost;
      await second.close();
      await other.services.imports.idle();
      const report = await other.operator.call.admin.import({ importId: id });
      expect([report.state, report.problem]).toEqual(['done', null]);
      expect(comparable(await linesIn(await exportTo(other, report.serverId ?? '')))).toEqual(before);
      await removeCopy(report.serverId);
    },
  );

  test.each(['messages', 'imported', 'channels', 'channel_members'])(
    'a later archive whose COMMIT of %s is not answered adds the same, once',
    async (table) => {
      const story = { source: `faults:${table}`, acts: LATER };
      const [earlier, later] = [archiveAt(story, 10), archiveAt(story, 30)];
      const first = await importFrom(other, await archiveOf(other, earlier));
      const second = await secondNode();
      const lost = proxy.loseAnswer(/^COMMIT$/i, new RegExp(`insert into "${table}"`));
      const file = await archiveOf(other, later);
      const { size } = await stat(file);
      const given = { path: file, sizeBytes: size, checkOnly: false, deleteMissing: false };
      const { id } = await beginImport(operatorContext({ services: second }), given);
      await lost;
      await second.close();
      await other.services.imports.idle();
      const report = await other.operator.call.admin.import({ importId: id });
      expect([report.state, report.problem]).toEqual(['done', null]);
      expect(report).toMatchObject({ serverId: first.serverId, updates: first.id, messages: 2 });
      const lines = await linesIn(await exportTo(other, first.serverId ?? ''));
      const said = lines.flatMap((line) => (line.type === 'message' ? [line.data.content] : []));
      expect(said).toEqual(['first, corrected', 'second', 'third']);
      expect(lines.filter(({ type }) => type === 'channelMember')).toHaveLength(6);
    },
  );

  test('an import without room on the disk waits and says so, is seen by nobody, and can be cancelled', async () => {
    const { settings } = other.services;
    const crowded = { ...settings, quotas: { ...settings.quotas, freeBytesKept: Number.MAX_SAFE_INTEGER } };
    const second = await secondNode({ settings: crowded });
    const id = await beginOn(second);
    await second.imports.idle();
    const waiting = await other.operator.call.admin.import({ importId: id });
    expect(waiting).toMatchObject({ state: 'importing', messages: 0 });
    expect(waiting.problem).toContain('disk');
    const cancelled = await other.operator.call.admin.cancelImport({ importId: id });
    expect(cancelled).toMatchObject({ state: 'cancelled' });
    await second.close();
    expect((await other.operator.call.admin.servers({})).map((server) => server.id)).not.toContain(
      waiting.serverId,
    );
  });
});
