import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { refusedWith } from '../testing/expect.js';
import { isAnimated } from '../users/avatar-format.js';
import { plain } from '../users/avatar-images.fixture.js';
import { toImage } from '../users/avatar-raster.js';

/** Frames of noise, which no encoder makes small. */
async function animation(frames: number, side: number, format: 'gif' | 'webp'): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 100 } as const;
  const each = Array.from({ length: frames }, () =>
    sharp({ create: { width: side, height: side, channels: 3, background: 'red', noise } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(each), { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
}

describe('the image of an emoji', () => {
  test.each([
    [40, 30, 40, 30],
    [128, 128, 128, 128],
    [600, 300, 128, 64],
  ])('of %i × %i is %i × %i', async (width, height, keptWidth, keptHeight) => {
    const image = await toImage(await plain(width, height).png().toBuffer(), 'emoji');
    expect(await sharp(image).metadata()).toMatchObject({
      format: 'webp',
      width: keptWidth,
      height: keptHeight,
    });
    expect(isAnimated(image)).toBe(false);
  });

  test.each(['gif', 'webp'] as const)('of an animated %s has all frames', async (format) => {
    const image = await toImage(await animation(5, 200, format), 'emoji');
    expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width: 128, pages: 5 });
    expect(isAnimated(image)).toBe(true);
    expect(image.length).toBeLessThanOrEqual(256_000);
  });

  test('of an animation has at most 256 kB, with a lower quality where it takes that', async () => {
    const image = await toImage(await animation(24, 128, 'webp'), 'emoji');
    expect(image.length).toBeLessThanOrEqual(256_000);
    expect((await sharp(image).metadata()).pages).toBe(24);
    await refusedWith('FILE_TOO_LARGE', toImage(await animation(64, 128, 'webp'), 'emoji'));
  });

  test('has no metadata, and stands upright', async () => {
    const original = await plain(200, 100).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const image = await sharp(await toImage(original, 'emoji')).metadata();
    expect(image).toMatchObject({ width: 64, height: 128 });
    expect(image.orientation).toBeUndefined();
  });
});
