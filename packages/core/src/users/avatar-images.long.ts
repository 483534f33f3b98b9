import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { refusedWith } from '../testing/expect.js';
import { colour, pixelBomb, plain, svg } from './avatar-images.fixture.js';
import { toAvatarImage } from './avatar-raster.js';

const formats: Record<string, () => Promise<Buffer>> = {
  jpeg: () => plain(80, 60).jpeg().toBuffer(),
  'jpeg, progressive': () => plain(80, 60).jpeg({ progressive: true }).toBuffer(),
  'jpeg, CMYK': () => plain(80, 60).toColourspace('cmyk').jpeg().toBuffer(),
  png: () => plain(80, 60).png().toBuffer(),
  'png, 16 bits': () => plain(80, 60).toColourspace('rgb16').png().toBuffer(),
  'png, palette': () => plain(80, 60).png({ palette: true }).toBuffer(),
  webp: () => plain(80, 60).webp().toBuffer(),
  gif: () => plain(80, 60).gif().toBuffer(),
  avif: () => plain(80, 60).avif().toBuffer(),
};

test.each(Object.entries(formats))('%s is accepted and becomes a WebP', async (_name, make) => {
  const image = await toAvatarImage(await make());
  expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width: 80, height: 60 });
});

test('an SVG is drawn at 512', async () => {
  const image = await toAvatarImage(
    svg('<rect width="100%" height="100%" fill="lime"/>', 'width="24" height="12"'),
  );
  expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width: 512, height: 256 });
  expect(await colour(image)).toEqual([0, 255, 0]);
});

const cutOff: Record<string, () => Buffer | Promise<Buffer>> = {
  'an SVG': () => svg('<rect/>').subarray(0, -3),
  'a JPEG': async () => {
    const whole = await plain(200, 200).jpeg().toBuffer();
    return whole.subarray(0, whole.length / 2);
  },
  'a PNG': async () => {
    const whole = await plain(200, 200).png().toBuffer();
    return whole.subarray(0, whole.length / 2);
  },
  'a PNG after its head': async () => (await plain(9, 9).png().toBuffer()).subarray(0, 24),
};

test.each(Object.entries(cutOff))('%s that is cut off is refused', async (_name, make) => {
  await refusedWith('IMAGE_UNREADABLE', toAvatarImage(await make()));
});

describe('size', () => {
  test.each([
    [40, 30, 40, 30],
    [512, 512, 512, 512],
    [2000, 1000, 512, 256],
    [300, 3000, 51, 512],
    [6000, 4000, 512, 341],
  ])('%i × %i becomes %i × %i', async (width, height, keptWidth, keptHeight) => {
    const image = await toAvatarImage(await plain(width, height).png().toBuffer());
    expect(await sharp(image).metadata()).toMatchObject({ width: keptWidth, height: keptHeight });
  });

  test.each([
    ['a PNG above 24 megapixels', () => plain(6001, 4000).png().toBuffer()],
    ['a PNG of 16000 × 16000 in 0.8 MB', pixelBomb],
    ['a GIF above 24 megapixels', () => plain(5000, 5000).gif().toBuffer()],
    ['a WebP above 24 megapixels', () => plain(5000, 5000).webp({ effort: 0 }).toBuffer()],
    ['an SVG of 100000 × 100000', async () => svg('', 'width="100000" height="100000"')],
  ])('%s is refused by that', async (_name, make) => {
    const error = await toAvatarImage(await make()).catch((cause: unknown) => cause);
    expect(error).toMatchObject({
      errorCode: 'FILE_TOO_LARGE',
      message: expect.stringContaining('24 megapixels'),
    });
  });

  test.each([
    ['an SVG a million wide', async () => svg('', 'width="1000000" height="1"')],
    ['an SVG without extent', async () => svg('', 'width="0" height="0"')],
  ])('%s is refused', async (_name, make) => {
    await refusedWith('IMAGE_UNREADABLE', toAvatarImage(await make()));
  });
});

describe('metadata, orientation and animation', () => {
  const MARK = 'Secret-Mark-4711';
  const exif = {
    IFD0: { Copyright: MARK, Artist: MARK },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
  };
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="${MARK}"/></rdf:RDF></x:xmpmeta>`;
  const tagged = () => plain(80, 60).withExif(exif).withXmp(xmp).withIccProfile('p3');

  test.each([
    ['jpeg', () => tagged().jpeg().toBuffer()],
    ['png', () => tagged().png().toBuffer()],
    ['webp', () => tagged().webp().toBuffer()],
    ['avif', () => tagged().avif().toBuffer()],
  ])('is removed from a %s: location, author and profile', async (_name, make) => {
    const original = await make();
    expect(await sharp(original).metadata()).toMatchObject({
      exif: expect.any(Buffer),
      icc: expect.any(Buffer),
    });
    expect(original.includes(MARK)).toBe(true);
    const image = await toAvatarImage(original);
    const metadata = await sharp(image).metadata();
    for (const kind of ['exif', 'xmp', 'icc', 'iptc', 'comments', 'orientation'] as const) {
      expect(metadata[kind]).toBeUndefined();
    }
    expect(image.includes(MARK)).toBe(false);
  });

  test.each([
    ['a GIF that is a script', async () => Buffer.concat([await plain(9, 9).gif().toBuffer(), script])],
    ['a JPEG that is an archive', async () => Buffer.concat([await plain(9, 9).jpeg().toBuffer(), archive])],
    ['a PNG that is a page', async () => Buffer.concat([await plain(9, 9).png().toBuffer(), page])],
  ])('is removed from %s', async (_name, make) => {
    const original = await make();
    expect(original.includes(MARK)).toBe(true);
    const image = await toAvatarImage(original);
    expect(image.includes(MARK)).toBe(false);
    expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width: 9, height: 9 });
  });
  const script = Buffer.from(`/*${MARK}*/=1;alert(1)`);
  const archive = Buffer.from(`PK\x03\x04${MARK}PK\x05\x06`, 'latin1');
  const page = Buffer.from(`<html><script>${MARK}</script></html>`);
});

test.each([
  [1, 200, 100],
  [3, 200, 100],
  [6, 100, 200],
  [8, 100, 200],
])('orientation %i is applied', async (orientation, width, height) => {
  const original = await plain(200, 100).withMetadata({ orientation }).jpeg().toBuffer();
  expect(await sharp(await toAvatarImage(original)).metadata()).toMatchObject({ width, height });
});

test.each(['gif', 'webp'] as const)('of an animated %s the first frame is kept', async (format) => {
  const frames = await Promise.all(['red', 'blue'].map((fill) => plain(50, 50, fill).png().toBuffer()));
  const original = await sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
  expect((await sharp(original).metadata()).pages).toBe(2);
  const image = await toAvatarImage(original);
  expect((await sharp(image).metadata()).pages ?? 1).toBe(1);
  expect(await colour(image)).toEqual([255, 0, 0]);
});

test('transparency is kept', async () => {
  const original = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } })
    .png()
    .toBuffer();
  expect(await sharp(await toAvatarImage(original)).metadata()).toMatchObject({ hasAlpha: true });
});
