import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plain } from '../users/avatar-images.fixture.js';
import { pictureSizeOf } from './picture-size.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palaver-picture-size-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function sizeOf(content: Buffer, mimeType: string) {
  const path = join(folder, 'picture');
  await writeFile(path, content);
  return pictureSizeOf(path, mimeType);
}

const NONE = { width: null, height: null };

describe.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('the size of a picture: %s', (format) => {
  test('is read from its header', async () => {
    const content = await plain(60, 20).toFormat(format).toBuffer();
    expect(await sizeOf(content, `image/${format}`)).toEqual({ width: 60, height: 20 });
  });

  test('is null where the file ends before, and never hangs', async () => {
    const content = await plain(60, 20).toFormat(format).toBuffer();
    for (let length = 0; length < content.length; length += 7) {
      const { width, height } = await sizeOf(content.subarray(0, length), `image/${format}`);
      expect([NONE, { width: 60, height: 20 }]).toContainEqual({ width, height });
    }
  });
});

test('a photo on its side has the size that is shown', async () => {
  const content = await plain(60, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await sizeOf(content, 'image/jpeg')).toEqual({ width: 20, height: 60 });
});

test('a file of another type has none', async () => {
  const content = await plain(60, 20).png().toBuffer();
  expect(await sizeOf(content, 'application/octet-stream')).toEqual(NONE);
});
