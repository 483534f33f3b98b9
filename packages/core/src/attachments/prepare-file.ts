import type { ReceivedFile } from '../kernel/services/file-store.js';
import type { Settings } from '../kernel/services/settings.js';
import { mimeTypeOf } from './mime-type.js';
import { removePosition } from './position/remove-position.js';

const DRAWING = 'image/svg+xml';

/**
 * Makes a received file what is stored of it: a photo loses where it was taken, unless the operator keeps that. All files that
 * become attachments come through here. Returns the media type.
 */
export async function prepareFile(
  { keepsPhotoPositions }: Pick<Settings, 'keepsPhotoPositions'>,
  file: Pick<ReceivedFile, 'path' | 'mimeType'>,
): Promise<string> {
  const mimeType = await mimeTypeOf(file);
  const isPhoto = mimeType.startsWith('image/') && mimeType !== DRAWING;
  if (isPhoto && !keepsPhotoPositions) await removePosition(file.path);
  return mimeType;
}
