import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createReadiness } from './readiness.js';

let folder: string;
let asked: number;
let closed: number;
let answer: () => Promise<unknown>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palaver-readiness-'));
  asked = 0;
  closed = 0;
  answer = async () => [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const readinessOf = (
  options: Pick<Parameters<typeof createReadiness>[0], 'withinMs' | 'freshMs' | 'write'> = {},
) =>
  createReadiness({
    askDatabase: () => {
      asked++;
      return answer();
    },
    closedConnections: () => closed,
    files: { temporaryPath: () => join(folder, 'probe'), freeBytes: async () => 5 },
    ...options,
  });

test('any number of probes within a second ask once', async () => {
  const readiness = readinessOf({ freshMs: 60_000 });
  const results = await Promise.all(Array.from({ length: 1_000 }, readiness));
  await readiness();
  expect(new Set(results)).toEqual(new Set([{ database: true, disk: true, diskFreeBytes: 5 }]));
  expect(asked).toBe(1);
});

test('a result is not given again once a connection has ended', async () => {
  const readiness = readinessOf({ freshMs: 60_000 });
  expect(await readiness()).toMatchObject({ database: true });
  answer = () => Promise.reject(new Error('terminating connection due to administrator command'));
  closed = 3;
  expect(await readiness()).toMatchObject({ database: false });
  await Promise.all(Array.from({ length: 100 }, readiness));
  expect(asked).toBe(2);
});

test('an old result is not given again, and a check that failed passes again', async () => {
  const readiness = readinessOf({ freshMs: 0 });
  answer = () => Promise.reject(new Error('password authentication failed for user "palaver"'));
  expect(await readiness()).toMatchObject({ database: false, disk: true });
  answer = async () => [];
  expect(await readiness()).toMatchObject({ database: true });
});

test('a database that hangs is answered in time, and is not asked a second time meanwhile', async () => {
  const readiness = readinessOf({ freshMs: 0, withinMs: 5 });
  let resume: (rows: unknown) => void = () => {};
  answer = () =>
    new Promise((resolve) => {
      resume = resolve;
    });
  for (let probe = 0; probe < 5; probe++) expect(await readiness()).toMatchObject({ database: false });
  expect(asked).toBe(1);
  resume([]);
  await new Promise(setImmediate);
  answer = async () => [];
  expect(await readiness()).toMatchObject({ database: true });
});

test('a full disk passes: only uploads need it', async () => {
  const full = () => Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }));
  const readiness = readinessOf({ freshMs: 0, write: full });
  expect(await readiness()).toEqual({ database: true, disk: true, diskFreeBytes: 5 });
  const broken = () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }));
  expect(await readinessOf({ write: broken })()).toMatchObject({ disk: false, diskFreeBytes: null });
});

test('a folder that is gone fails the check of the disk, and the probe leaves no file behind', async () => {
  const readiness = readinessOf({ freshMs: 0 });
  for (let probe = 0; probe < 3; probe++) expect(await readiness()).toMatchObject({ disk: true });
  await rm(folder, { recursive: true });
  expect(await readiness()).toEqual({ database: true, disk: false, diskFreeBytes: null });
});
