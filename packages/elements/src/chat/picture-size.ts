import type { Attachment, PictureSize } from '@palaver/client';
import { shownWidth } from './files.js';

/** Where the pictures of a message are shown. */
export interface Room {
  /** In CSS pixels; 0 for one that is not shown. */
  readonly width: number;
  /** CSS pixels for each rem. */
  readonly rem: number;
  /** `devicePixelRatio`. */
  readonly pixelRatio: number;
}

/** A size that is new to the service does not compile until it is here. The keys of an object that are numbers are in order. */
const SIZES: { readonly [Size in PictureSize]: Size } = { 480: 480, 960: 960, 1440: 1440 };

/**
 * The size in which a picture is loaded for its message: the smallest with a pixel for each of the screen, else the largest. Undefined
 * for a file of no known size, which the service does not make smaller.
 */
export function pictureSize(
  { width, height }: Pick<Attachment, 'width' | 'height'>,
  room: Room,
): PictureSize | undefined {
  if (width === null || height === null) return undefined;
  const shown = Math.min(shownWidth({ width, height }, room.rem), room.width);
  const longest = shown * Math.max(1, height / width) * room.pixelRatio;
  const sizes = Object.values(SIZES);
  return sizes.find((size) => longest > 0 && size >= longest) ?? sizes.at(-1);
}

/** Measures the element that has the pictures of a message. */
export function roomOf(element: HTMLElement): Room {
  const { fontSize } = getComputedStyle(document.documentElement);
  return { width: element.clientWidth, rem: Number.parseFloat(fontSize), pixelRatio: devicePixelRatio };
}
