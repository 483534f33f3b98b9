// @ts-check
/**
 * The program that decodes avatars: an uploaded image on stdin, a WebP on stdout. It is a process of its own because a
 * decoder that runs long cannot be stopped otherwise (sharp's timeout has no effect in librsvg: an SVG of 10 kB with 200
 * filters takes a thread for half a minute, and one of 5 MB for hours), and because an image that crashes the decoder
 * then ends this process and not the service. Started by `avatar-raster.ts` with an empty environment.
 */
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

const [loader = '', seconds = '0'] = process.argv.slice(2);

/** 24 megapixels. */
const MAX_PIXELS = 24_000_000;
const SIDE = 512;
/** The resolution at which one unit of an SVG is one pixel. */
const SVG_DENSITY = 72;
/** The exit code that means "not an image" to `avatar-raster.ts`; any other failure is a fault of the service. */
const UNREADABLE = 3;

// Killed, because a normal exit waits for the thread that decodes. The timer is here and not in the server, because it
// must also work when the server has died.
setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(seconds) * 1000).unref();

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: [loader] });

const input = await buffer(process.stdin);
try {
  process.stdout.write(await toAvatar(input));
} catch {
  process.exitCode = UNREADABLE;
}

/**
 * The first frame, upright, within 512 × 512 and without metadata. Pixels are never enlarged; an SVG, which has none, is
 * drawn at the final size.
 *
 * @param {Buffer} bytes
 */
async function toAvatar(bytes) {
  const options = { limitInputPixels: MAX_PIXELS, failOn: /** @type {const} */ ('error') };
  const { format, width, height } = await sharp(bytes, options).metadata();
  const density = format === 'svg' ? (SVG_DENSITY * SIDE) / Math.max(width, height) : undefined;
  return sharp(bytes, density === undefined ? options : { ...options, density })
    .autoOrient()
    .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
    .webp()
    .toBuffer();
}
