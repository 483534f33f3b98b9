import { copyFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../testing/world.js';
import type { GivenArchiveLine } from './archive/lines.js';
import { convertAll, removeFolders, zipOf } from './converting/convert.fixture.js';
import {
  filesOf,
  messagesOf,
  SMALL_EXPORTS,
  type SmallExport,
  withMessages,
} from './hostile-exports.fixture.js';
import { exportTo, importFrom, linesIn } from './moving.fixture.js';
import { comparable } from './server.fixture.js';
import { SOURCES, type SourceSystem } from './sources.js';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  await world.close();
  await removeFolders();
});

const messagesIn = (lines: readonly GivenArchiveLine[]) => lines.filter(({ type }) => type === 'message');
const SYSTEMS = Object.entries(SMALL_EXPORTS) as ReadonlyArray<[SourceSystem, SmallExport]>;

describe.each(SYSTEMS)('exports of %s', (system, small) => {
  const archiveOf = async (export_: SmallExport) => {
    const path = await zipOf(filesOf(export_));
    return (await convertAll(() => SOURCES[system](path, null), { installation: 'https://every.example' }))
      .archive;
  };
  // An import takes the file away.
  const importOf = async (archive: string, options = {}) => {
    const path = world.services.files.temporaryPath();
    await copyFile(archive, path);
    return importFrom(world, path, options);
  };
  const contentsOf = async (serverId: string | null) =>
    comparable(await linesIn(await exportTo(world, serverId ?? '')));

  test('twice are as once, a later one adds what is new, and what it lacks is deleted where that is asked for', async () => {
    const later = await archiveOf(small);
    const earlier = await archiveOf(withMessages(small, messagesOf(small).slice(0, -1)));

    const first = await importOf(earlier);
    expect(first).toMatchObject({ state: 'done', problem: null, updates: null });
    const { serverId } = first;
    const before = await contentsOf(serverId);
    const done = { state: 'done', problem: null, serverId };
    const nothing = { ...done, users: 0, messages: 0, deleted: 0 };
    expect(await importOf(earlier)).toMatchObject(nothing);
    expect(await contentsOf(serverId)).toEqual(before);

    expect(await importOf(later)).toMatchObject({ ...done, messages: 1, deleted: 0 });
    const after = await contentsOf(serverId);
    expect(await importOf(later)).toMatchObject(nothing);
    expect(await importOf(earlier)).toMatchObject(nothing);
    expect(await contentsOf(serverId)).toEqual(after);

    const deletes = { deleteMissing: true };
    expect(await importOf(earlier, deletes)).toMatchObject({ ...done, messages: 0, deleted: 1 });
    expect(messagesIn(await contentsOf(serverId))).toEqual(messagesIn(before));
    expect(await importOf(earlier, deletes)).toMatchObject(nothing);
  });
});
