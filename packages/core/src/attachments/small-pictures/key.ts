import { isUuid } from '../../kernel/schema/ids.js';
import { PICTURE_SIZES, type PictureSize } from '../../protocol/records/file-address.js';

/** The folder of the file store that has small versions of pictures. */
export const SMALL_PICTURES = 'small-pictures';

/** Also of a size that another release has. */
const NAME = /^(.+)-\d+\.webp$/;

/** The key of a small version in the file store. */
export function smallPictureKey(attachmentId: string, size: PictureSize): string {
  return `${SMALL_PICTURES}/${attachmentId}-${size}.webp`;
}

/** The keys of all small versions that an attachment can have. */
export function smallPictureKeys(attachmentId: string): string[] {
  return PICTURE_SIZES.map((size) => smallPictureKey(attachmentId, size));
}

/** The attachment that a file in the folder was made of; null for a file of another kind. */
export function attachmentOfName(name: string): string | null {
  const [, id] = NAME.exec(name) ?? [];
  return id !== undefined && isUuid(id) ? id : null;
}
