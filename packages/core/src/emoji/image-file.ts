import { AppError } from '../kernel/errors/app-error.js';
import { isUuid } from '../kernel/schema/ids.js';
import type { Services } from '../procedures/services.js';

const EXTENSION = '.webp';

/** The last part of the path of an image. An emoji keeps its image for life, so a path always means the same bytes. */
export function emojiImageName(emojiId: string): string {
  return emojiId + EXTENSION;
}

/** The path that the image of an emoji is fetched from. A client that knows a reaction alone makes it from the id there. */
export function emojiImagePath(emojiId: string): string {
  return `/api/emoji/${emojiImageName(emojiId)}`;
}

/** The folder of the file store that has the images. */
export const EMOJI_FOLDER = 'emoji';

/** The key of an image in the file store. */
export function emojiImageKey(name: string): string {
  return `${EMOJI_FOLDER}/${name}`;
}

/** Whether a name is one that `emojiImageName` makes. */
export function isEmojiImageName(name: string): boolean {
  return name.endsWith(EXTENSION) && isUuid(emojiIdOf(name));
}

/** The id of the emoji that an image with this name belongs to. */
export function emojiIdOf(name: string): string {
  return name.slice(0, -EXTENSION.length);
}

/** Finds an image by the last part of its path; anyone may. Throws `EMOJI_NOT_FOUND`. */
export async function findEmojiImage(
  services: Pick<Services, 'files'>,
  name: string,
): Promise<{ key: string; sizeBytes: number }> {
  const key = emojiImageKey(name);
  const sizeBytes = isEmojiImageName(name) ? await services.files.size(key) : null;
  if (sizeBytes === null) throw new AppError('EMOJI_NOT_FOUND');
  return { key, sizeBytes };
}
