import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createWorld, type World } from '@palaver/core/testing';
import { connect, type DatabaseConnection } from '@palaver/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  backUpToFile,
  filesFolderOf,
  newFolder,
  newTarget,
  removeAll,
  restoreFrom,
} from './backup.fixture.js';
import { BackupError, restore, verifyBackup } from './index.js';
import { populate } from './populate.fixture.js';

let world: World;
let whole: Buffer;
let target: { connection: DatabaseConnection; dataDir: string };

beforeAll(async () => {
  world = await createWorld();
  const { attachmentId } = await populate(world);
  // Large enough that the archive can be cut within a file.
  await writeFile(join(filesFolderOf(world), 'attachments', attachmentId), randomBytes(300_000));
  whole = await readFile((await backUpToFile(world)).path);
  target = await newTarget();
});
afterAll(async () => {
  await world.close();
  await removeAll();
});

const refusalOf = async (reading: Promise<unknown>): Promise<string> => {
  const failure = await reading.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(BackupError);
  return String(failure);
};

/** Verifies these bytes, which must be refused; the sentence. A restore reads them in the same way. */
const damageOf = (bytes: Uint8Array) => refusalOf(verifyBackup(Readable.from([bytes])));

/** Restores these bytes, which must be refused; the sentence. The target must be as it was. */
async function refusedRestoreOf(bytes: Uint8Array): Promise<string> {
  const sentence = await refusalOf(restore({ ...target, input: Readable.from([bytes]) }));
  expect(await readdir(target.dataDir).catch(() => [])).toEqual([]);
  expect(await accountsIn(target.connection)).toBe(0);
  return sentence;
}

async function accountsIn(connection: DatabaseConnection): Promise<number> {
  const sql = connect(connection, { max: 1 });
  const [row] = await sql<{ n: number }[]>`select count(*)::int as n from users`;
  await sql.end();
  return row?.n ?? 0;
}

describe('is refused:', () => {
  test.each([0, 1, 10, 100, 2_000, 0.3, 0.9, -1])('a backup cut at %d', async (at) => {
    const length = at < 0 ? whole.length + at : at < 1 ? Math.floor(whole.length * at) : at;
    await damageOf(whole.subarray(0, length));
  });

  test.each([20, 0.2, 0.5, 0.99])('a backup with another byte at %d', async (at) => {
    const bytes = Buffer.from(whole);
    const position = at < 1 ? Math.floor(bytes.length * at) : at;
    bytes[position] = (bytes[position] ?? 0) ^ 0x40;
    await damageOf(bytes);
  });

  test.each([
    ['a row', (tar: Buffer) => tar.indexOf('kept')],
    ['a file', (tar: Buffer) => tar.indexOf('files/attachments') + 512 + 1000],
  ])('a backup with %s changed and compressed again', async (_, find) => {
    const tar = gunzipSync(whole);
    const at = find(tar);
    expect(at).toBeGreaterThan(512);
    tar[at] = (tar[at] ?? 0) ^ 0x01;
    expect(await damageOf(gzipSync(tar))).toContain('its contents have changed');
  });

  test('a backup without its last entry', async () => {
    expect(await damageOf(withoutEnd())).toContain('its end is missing');
  });

  test('what is no backup', async () => {
    await damageOf(Buffer.from('PGDMP'));
    await damageOf(gzipSync(Buffer.alloc(1024)));
  });

  test('a backup of a newer format, or of a newer schema', async () => {
    expect(await damageOf(withText('"format": 1', '"format": 9'))).toContain('a newer version of Palaver');
    const { hash } = JSON.parse(manifestText()).migration;
    const unknown = withText(hash, 'f'.repeat(hash.length));
    expect(await refusedRestoreOf(unknown)).toContain('restore it with that version');
  });

  test('a backup whose manifest names more than tables', async () => {
    await damageOf(withText('"name": "users"', '"name": "use;s"'));
  });

  test('by a restore, which leaves nothing: cut within its files, with a row changed, and without its last entry', async () => {
    await refusedRestoreOf(whole.subarray(0, -100));
    expect(await refusedRestoreOf(withText('kept', 'lost'))).toContain('its contents have changed');
    expect(await refusedRestoreOf(withoutEnd())).toContain('its end is missing');
  });
});

function withoutEnd(): Buffer {
  const tar = gunzipSync(whole);
  return gzipSync(Buffer.concat([tar.subarray(0, tar.indexOf('end.json')), Buffer.alloc(1024)]));
}

function manifestText(): string {
  const tar = gunzipSync(whole);
  const size = Number.parseInt(tar.subarray(124, 135).toString(), 8);
  return tar.subarray(512, 512 + size).toString();
}

/** The backup with another text of the same length, which no hash covers any more. */
function withText(from: string, to: string): Buffer {
  const tar = gunzipSync(whole);
  expect(to).toHaveLength(from.length);
  tar.write(to, tar.indexOf(from));
  return gzipSync(tar);
}

test('a database with accounts, and a folder with files, are not overwritten', async () => {
  const path = join(await newFolder(), 'backup');
  await writeFile(path, whole);
  const used = await newTarget();
  await restoreFrom(path, used);
  const again = { ...used, dataDir: join(await newFolder(), 'data') };
  await expect(restoreFrom(path, again)).rejects.toThrow('has accounts already');
  expect(await readdir(again.dataDir)).toEqual([]);
  const fresh = await newTarget();
  await expect(restoreFrom(path, { ...fresh, dataDir: used.dataDir })).rejects.toThrow('has files already');
  expect(await readdir(used.dataDir)).toEqual(['files']);
});

test('a database on which the service runs is not touched', async () => {
  const path = join(await newFolder(), 'backup');
  await writeFile(path, whole);
  const busy = await newTarget();
  const service = connect(busy.connection, { max: 1 });
  await service`select 1`;
  await expect(restoreFrom(path, busy)).rejects.toThrow('The service is running on this database');
  await service.end();
  await restoreFrom(path, busy);
});

test('an input that cannot be read is named', async () => {
  const input = createReadStream(join(await newFolder(), 'nothing'));
  await expect(verifyBackup(input)).rejects.toThrow('ENOENT');
});
