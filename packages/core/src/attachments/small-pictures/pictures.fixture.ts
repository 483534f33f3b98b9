import sharp from 'sharp';

/** A JPEG of this size in pixels that lies on its side and says by what it was taken. It is noise, which takes many bytes. */
export function noisyPhoto(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background: 'red', noise } })
    .withExif({ IFD0: { Make: 'Palaver' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** An animated WebP of 600 × 600 pixels: black, then white. */
export function movingPicture(): Promise<Buffer> {
  const raw = { width: 600, height: 1200, channels: 3, pageHeight: 600 } as const;
  const frame = raw.width * raw.pageHeight * raw.channels;
  const frames = Buffer.concat([Buffer.alloc(frame), Buffer.alloc(frame, 255)]);
  return sharp(frames, { raw })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
}

/** A PNG of 600 × 600 pixels of one colour, which has fewer bytes than a smaller WebP. */
export function flatPicture(): Promise<Buffer> {
  return sharp({ create: { width: 600, height: 600, channels: 3, background: 'red' } })
    .png({ palette: true, colours: 2 })
    .toBuffer();
}

/** What a picture is; `hasExif` also of an orientation. */
export async function factsOf(picture: Buffer) {
  const { format, width, height, exif, orientation } = await sharp(picture).metadata();
  return { format, width, height, hasExif: exif !== undefined || orientation !== undefined };
}
