// @ts-check
/**
 * The program that decodes avatars: an uploaded image on stdin, a WebP on stdout. It is a process of its own because a
 * decoder that runs long cannot be stopped otherwise (sharp's timeout has no effect in librsvg: an SVG of 10 kB with 200
 * filters takes a thread for half a minute, and one of 5 MB for hours), and because an image that crashes the decoder
 * then ends this process and not the service. Started by `avatar-raster.ts` with an empty environment.
 */
import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';

const [loader = '', seconds = '0'] = process.argv.slice(2);

/** 24 megapixels. */
const MAX_PIXELS = 24_000_000;
const SIDE = 512;
/** 24 megapixels of four channels are 96 MB, and libvips holds a few such images at once. */
const MAX_MEMORY_BYTES = 768 * 1024 * 1024;
/** The image may take so many times its processor time, because the service goes first. */
const WALL_CLOCK_FACTOR = 3;
const CHECK_MS = 20;
/** The resolution at which one unit of an SVG is one pixel. */
const SVG_DENSITY = 72;
/** The exit code that means "not an image" to `avatar-raster.ts`; any other failure is a fault of the service. */
const UNREADABLE = 3;

// The limit is processor time, so that a busy machine refuses no honest image. Both limits are here and not in the
// server, because they must also hold when the server has died.
setInterval(() => isOverLimits() && end(), CHECK_MS).unref();
setTimeout(end, Number(seconds) * WALL_CLOCK_FACTOR * 1000).unref();
giveWay();

const { default: sharp } = await import('sharp');
// One thread for each image, and nothing is decoded twice.
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: [loader] });

const input = await buffer(process.stdin);
try {
  process.stdout.write(await toAvatar(input));
} catch {
  process.exitCode = UNREADABLE;
}

/** Memory is not a limit of the system: Node reserves far more address space than it uses. */
function isOverLimits() {
  const { user, system } = process.cpuUsage();
  return user + system > Number(seconds) * 1e6 || process.memoryUsage.rss() > MAX_MEMORY_BYTES;
}

/** Killed, because a normal exit waits for the thread that decodes. */
function end() {
  process.kill(process.pid, 'SIGKILL');
}

/** The service goes first: it gets the processor before this program, and keeps its memory when the system has none. */
function giveWay() {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Only Linux has this file.
  }
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
