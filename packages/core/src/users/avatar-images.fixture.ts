import sharp, { type Sharp } from 'sharp';

/** A picture of one colour. */
export function plain(width: number, height: number, background = 'red'): Sharp {
  return sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false });
}

/** A PNG of 16000 × 16000 pixels in 0.8 MB. One of a single channel is made in a third of the time. */
export function pixelBomb(): Promise<Buffer> {
  const [width, height] = [16_000, 16_000];
  const raw = { width, height, channels: 1 } as const;
  return sharp(Buffer.alloc(width * height), { raw, limitInputPixels: false })
    .png()
    .toBuffer();
}

/** An SVG document around `content`. */
export function svg(content: string, attributes = 'width="512" height="512"'): Buffer {
  const namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
  return Buffer.from(`<svg ${namespaces} ${attributes}>${content}</svg>`);
}

/** The mean red, green and blue of an image, in steps of 5: WebP keeps colours nearly as they are. */
export async function colour(image: Buffer): Promise<number[]> {
  const { channels } = await sharp(image).removeAlpha().stats();
  return channels.map(({ mean }) => Math.round(mean / 5) * 5);
}

export const WHITE = [255, 255, 255];
