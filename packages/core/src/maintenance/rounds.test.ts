import { utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { connect } from '@palaver/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storedNames } from '../files/received-file.fixture.js';
import { createWorld, type World } from '../testing/world.js';
import { createRounds } from './rounds.js';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('one node at a time cleans up; when it dies, another one goes on', async () => {
  const key = 'attachments/0198a8f0-0000-7000-8000-000000000000';
  await world.services.files.write(key, Buffer.from('no row names it'));
  const path = join(dirname(dirname(world.services.files.temporaryPath())), key);
  await utimes(path, new Date(0), new Date(0));
  const round = createRounds(world.services);

  // A node that is at it, and whose session ends with it.
  const other = connect(world.connection, { max: 1 });
  await other`select pg_advisory_lock(7252840)`;
  expect(await round()).toBe(false);
  expect(await storedNames(world, 'attachments')).toHaveLength(1);

  await other.end();
  await expect.poll(round).toBe(true);
  expect(await storedNames(world, 'attachments')).toEqual([]);
  expect(await Promise.all([round(), createRounds(world.services)()])).toContain(true);
  expect(await round()).toBe(true);
});
