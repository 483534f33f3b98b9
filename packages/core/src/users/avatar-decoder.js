// @ts-check
/**
 * The program that decodes avatars, emoji and attached pictures: an uploaded image on stdin, a WebP on stdout. It is a process of its own because a
 * decoder that runs long cannot be stopped otherwise (sharp's timeout has no effect in librsvg: an SVG of 10 kB with 200
 * filters takes a thread for half a minute, and one of 5 MB for hours), and because an image that crashes the decoder
 * then ends this process and not the service. Started by `avatar-raster.ts` with an empty environment.
 */
import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';

const [loader = '', seconds = '0', kind = ''] = process.argv.slice(2);

/** 24 megapixels. */
const MAX_PIXELS = 24_000_000;
/** Phones take photos of 50 megapixels. A JPEG is read at a part of its size. */
const PICTURE_MAX_PIXELS = 64_000_000;
const AVATAR_SIDE = 512;
const EMOJI_SIDE = 128;
const EMOJI_BYTES = 256_000;
/** An emoji is encoded with the first of these qualities that makes it small enough. */
const EMOJI_QUALITIES = [80, 50, 20];
/** 24 megapixels of four channels are 96 MB, and libvips holds a few such images at once. */
const MAX_MEMORY_BYTES = 768 * 1024 * 1024;
/** The image may take so many times its processor time, because the service goes first. */
const WALL_CLOCK_FACTOR = 3;
const CHECK_MS = 20;
/** The resolution at which one unit of an SVG is one pixel. */
const SVG_DENSITY = 72;
/** The exit code that means "not an image" to `avatar-raster.ts`; any other failure is a fault of the service. */
const UNREADABLE = 3;
/** The exit code that means "too large for an emoji", and an animation where a picture is to be made smaller. */
const TOO_LARGE = 4;
/** The exit code that means more pixels than are decoded. */
const TOO_MANY_PIXELS = 5;

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
  const image = await made(input);
  if (image) process.stdout.write(image);
  else process.exitCode = TOO_LARGE;
} catch (error) {
  process.exitCode = /pixel limit/.test(String(error)) ? TOO_MANY_PIXELS : UNREADABLE;
}

/**
 * What the third argument asks for: `avatar`, `emoji`, or `picture-480` for a picture within 480 × 480.
 *
 * @param {Buffer} bytes
 */
function made(bytes) {
  const [, side] = /^picture-(\d+)$/.exec(kind) ?? [];
  if (side !== undefined) return toPicture(bytes, Number(side));
  return kind === 'emoji' ? toEmoji(bytes) : toAvatar(bytes);
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
 * The first frame, within 512 × 512.
 *
 * @param {Buffer} bytes
 */
async function toAvatar(bytes) {
  return (await drawn(bytes, AVATAR_SIDE, false)).webp().toBuffer();
}

/**
 * All frames, within 128 × 128; null where they cannot be encoded in few enough bytes.
 *
 * @param {Buffer} bytes
 */
async function toEmoji(bytes) {
  const image = await drawn(bytes, EMOJI_SIDE, true);
  for (const quality of EMOJI_QUALITIES) {
    const encoded = await image.clone().webp({ quality, effort: 3 }).toBuffer();
    if (encoded.length <= EMOJI_BYTES) return encoded;
  }
  return null;
}

/**
 * A picture within a square; null for an animation.
 *
 * @param {Buffer} bytes
 * @param {number} side
 */
async function toPicture(bytes, side) {
  const { pages = 1 } = await sharp(bytes, { limitInputPixels: PICTURE_MAX_PIXELS }).metadata();
  return pages > 1 ? null : (await drawn(bytes, side, false, PICTURE_MAX_PIXELS)).webp().toBuffer();
}

/**
 * An image upright, within a square and without metadata. Pixels are never enlarged; an SVG, which has none, is drawn at the
 * final size. The limit of pixels is for all frames together.
 *
 * @param {Buffer} bytes
 * @param {number} side
 * @param {boolean} animated
 * @param {number} limitInputPixels
 */
async function drawn(bytes, side, animated, limitInputPixels = MAX_PIXELS) {
  const options = { limitInputPixels, failOn: /** @type {const} */ ('error') };
  const { format, width, height, pages = 1 } = await sharp(bytes, options).metadata();
  const density = format === 'svg' ? (SVG_DENSITY * side) / Math.max(width, height) : undefined;
  const image = sharp(bytes, {
    ...options,
    ...(density === undefined ? {} : { density }),
    animated: animated && pages > 1,
  });
  // Frames lie below each other, and cannot be turned one by one.
  const upright = animated && pages > 1 ? image : image.autoOrient();
  return upright.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
}
