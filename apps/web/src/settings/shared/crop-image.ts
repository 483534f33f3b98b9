import type { Area } from 'react-easy-crop';

/** The service makes pictures no larger. */
const SIDE_MAX = 512;

/** A part of a picture as a picture of its own. */
export async function cropImage(source: string, { x, y, width, height }: Area): Promise<Blob> {
  const image = new Image();
  image.src = source;
  await image.decode();
  const side = Math.min(SIDE_MAX, Math.round(width));
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  canvas.getContext('2d')?.drawImage(image, x, y, width, height, 0, 0, side, side);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser made no picture.'))));
  });
}
