import { type OwnedImages, writeOwnedImage } from '../../files/owned-images.js';
import type { ChunkWrite } from './chunk.js';

/** Stores the image that a line of the chunk has, for the row that the line becomes. Returns its path; null where there is none. */
export async function storeOwnedImage(
  w: ChunkWrite,
  images: OwnedImages,
  ownerId: string,
  sourceId: string,
): Promise<string | null> {
  const image = w.images.get(sourceId);
  if (image === undefined) return null;
  const path = images.path(images.name(ownerId, image));
  await writeOwnedImage(w, w.tx, images, { path, image });
  return path;
}
