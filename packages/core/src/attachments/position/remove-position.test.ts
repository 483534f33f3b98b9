import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plain } from '../../users/avatar-images.fixture.js';
import { chunk, HIDDEN_CHUNKS, type PhotoFormat, photo, restOf, saysWhere } from './photo.fixture.js';
import { removePosition } from './remove-position.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palaver-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The file as it is afterwards, which is as long as before. */
async function removed(file: Buffer): Promise<Buffer> {
  const path = join(folder, 'photo');
  await writeFile(path, file);
  await removePosition(path);
  const after = await readFile(path);
  expect(after).toHaveLength(file.length);
  return after;
}

/** A TIFF structure in network byte order whose directory leads to GPS values. */
function bigEndian(): Buffer {
  const bytes = Buffer.alloc(26 + 18 + 24);
  bytes.write('MM\0*', 'latin1');
  bytes.writeUInt32BE(8, 4);
  bytes.writeUInt16BE(1, 8);
  bytes.set([0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26], 10);
  bytes.writeUInt16BE(1, 26);
  bytes.set([0, 2, 0, 5, 0, 0, 0, 3, 0, 0, 0, 44], 28);
  for (const [index, number] of [48, 1, 51, 1, 4321, 97].entries())
    bytes.writeUInt32BE(number, 44 + index * 4);
  return bytes;
}

/** A PNG with a chunk before its end. */
async function pngWith(added: Buffer): Promise<Buffer> {
  const png = await plain(8, 8).png().toBuffer();
  return Buffer.concat([png.subarray(0, -12), added, png.subarray(-12)]);
}

describe('a photo loses where it was taken', () => {
  test.each<PhotoFormat>(['jpeg', 'png', 'webp', 'tiff', 'avif'])('%s, and nothing else', async (format) => {
    const before = await photo(format);
    const after = await removed(before);
    expect([saysWhere(before), saysWhere(after)]).toEqual([true, false]);
    expect(await restOf(after)).toEqual(await restOf(before));
    expect(await restOf(after)).toMatchObject({ hasMaker: format !== 'tiff', hasCredit: true });
    if (format !== 'avif') expect((await restOf(after)).orientation).toBe(6);
    expect(await removed(after)).toEqual(after);
  });

  test('in network byte order', async () => {
    const after = await removed(bigEndian());
    expect([saysWhere(bigEndian()), saysWhere(after)]).toEqual([true, false]);
    // The version of GPS alone, as where a camera knows no position.
    expect(after.subarray(26, 40)).toEqual(Buffer.from([0, 1, 0, 0, 0, 1, 0, 0, 0, 4, 2, 3, 0, 0]));
  });

  test('also of a second picture behind the first, and where parts of a file meet', async () => {
    const first = await photo('jpeg');
    const second = await photo('jpeg');
    for (const between of [0, 262_144 - first.length - 20, 262_144 - first.length - 600]) {
      const after = await removed(Buffer.concat([first, Buffer.alloc(between), second]));
      expect(saysWhere(after)).toBe(false);
    }
  });

  test.each(Object.entries(HIDDEN_CHUNKS))(
    '%s in a PNG is emptied, and the picture is valid',
    async (_name, added) => {
      const before = await pngWith(added);
      const after = await removed(before);
      const data = added.subarray(8, -4);
      expect([before.includes(data), after.includes(data)]).toEqual([true, false]);
      expect(after.includes(chunk('voId', Buffer.alloc(data.length)))).toBe(true);
      expect(await sharp(after, { failOn: 'warning' }).metadata()).toMatchObject({ width: 8, height: 8 });
    },
  );
});

describe('a file stays as it is', () => {
  test.each([
    [
      'without a position',
      () =>
        plain(8, 8)
          .jpeg()
          .withExif({ IFD0: { Make: 'Palaver' } })
          .toBuffer(),
    ],
    ['that is empty', async () => Buffer.alloc(0)],
    [
      'with a text that speaks of places',
      () => pngWith(chunk('tEXt', Buffer.from('Comment\0see exif:GPSLatitude'))),
    ],
  ])('%s', async (_name, make) => {
    const before = await make();
    expect(await removed(before)).toEqual(before);
  });
});

test('torn and hostile files are as long as before, and nothing fails', async () => {
  const photos = await Promise.all((['jpeg', 'png', 'tiff', 'avif'] as const).map(photo));
  const hostile = fc
    .record({
      file: fc.constantFrom(...photos, bigEndian()),
      length: fc.nat(4_000),
      flips: fc.array(fc.tuple(fc.nat(600), fc.nat(255)), { maxLength: 12 }),
    })
    .map(({ file, length, flips }) => {
      const torn = Buffer.from(file.subarray(0, length));
      for (const [at, byte] of flips) if (at < torn.length) torn[at] = byte;
      return torn;
    });
  await fc.assert(
    fc.asyncProperty(hostile, async (file) => {
      await removed(file);
    }),
    { numRuns: 150 },
  );
});

test.each([
  ['headers', 'II*\0\x08\0\0\0'],
  ['directories of directories', 'II*\0\x08\0\0\0\x03\0\x69\x87\x04\0\x01\0\0\0\x08\0\0\0'],
  ['names', ' exif:GPS'],
  ['elements', '<exif:GPSLatitude>'],
  ['chunks', '\0\0\0\0tEXt\0\0\0\0'],
])('megabytes of %s take no longer than their bytes', async (_name, piece) => {
  const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  await removed(Buffer.concat([png, Buffer.alloc(4 * 1024 * 1024, piece, 'latin1')]));
});
