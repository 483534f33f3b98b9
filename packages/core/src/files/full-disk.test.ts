import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { unavailable } from '../kernel/errors/unavailable.js';
import { createDiskStore } from './disk-store.js';
import { IncomingFile } from './incoming-file.js';

const MB = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'palaver-full-disk-'));

/** A disk of 4 MB, which only root can make. */
function mountSmallDisk(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
const isMounted = mountSmallDisk();

afterAll(async () => {
  if (isMounted) execFileSync('umount', [folder]);
  await rm(folder, { recursive: true, force: true });
});

test.skipIf(!isMounted)(
  'a full disk is DISK_FULL, and all is well when there is space again (needs root)',
  async () => {
    const store = await createDiskStore(folder);
    const reserve = async () => {};
    const first = await IncomingFile.create(store.temporaryPath(), reserve);
    await first.append(Buffer.alloc(3 * MB));
    await first.finish();
    expect(await store.freeBytes()).toBeLessThan(1.1 * MB);

    const second = await IncomingFile.create(store.temporaryPath(), reserve);
    const failure = await second.append(Buffer.alloc(2 * MB)).catch((error: unknown) => error);
    expect(unavailable(failure)).toMatchObject({ errorCode: 'DISK_FULL' });
    await expect(store.write('attachments/other', Buffer.alloc(MB))).rejects.toMatchObject({
      code: 'ENOSPC',
    });

    await Promise.all([first.discard(), second.discard()]);
    expect(await store.freeBytes()).toBeGreaterThan(3.9 * MB);
    await store.write('attachments/other', Buffer.alloc(2 * MB));
    expect(await store.size('attachments/other')).toBe(2 * MB);
  },
);
