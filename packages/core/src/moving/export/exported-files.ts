import type { Readable } from 'node:stream';
import { attachmentKey } from '../../attachments/record.js';
import { emojiImageKey, emojiImageName } from '../../emoji/image-file.js';
import { fileNameOf, type OwnedImages } from '../../files/owned-images.js';
import type { FileStore } from '../../kernel/services/file-store.js';
import { ICONS } from '../../servers/icon-file.js';
import { AVATARS } from '../../users/avatar-file.js';

/** A file of an archive, of which the hash is not known yet. */
export interface ExportedFile {
  readonly name: string;
  readonly sizeBytes: number;
}

/** What an archive calls a file, before the name in the store. */
const FOLDERS = {
  attachment: attachmentKey,
  avatar: AVATARS.key,
  icon: ICONS.key,
  emoji: emojiImageKey,
} as const;

const OWNED = { avatar: AVATARS, icon: ICONS } as const satisfies Record<string, OwnedImages>;

export function fileOfAttachment({
  id,
  sizeBytes,
}: {
  readonly id: string;
  readonly sizeBytes: number;
}): ExportedFile {
  return { name: `attachment-${id}`, sizeBytes };
}

/** The avatar or icon with this path; null without one, and where its file is gone. */
export async function fileOfImage(
  files: Pick<FileStore, 'size'>,
  kind: keyof typeof OWNED,
  path: string | null,
): Promise<ExportedFile | null> {
  if (path === null) return null;
  const sizeBytes = await files.size(OWNED[kind].key(path));
  return sizeBytes === null ? null : { name: `${kind}-${fileNameOf(path)}`, sizeBytes };
}

/** The image of an emoji; null where its file is gone. */
export async function fileOfEmoji(
  files: Pick<FileStore, 'size'>,
  emojiId: string,
): Promise<ExportedFile | null> {
  const name = emojiImageName(emojiId);
  const sizeBytes = await files.size(emojiImageKey(name));
  return sizeBytes === null ? null : { name: `emoji-${name}`, sizeBytes };
}

/** Opens what one of these functions has named; null where it is gone. */
export async function openExportedFile(
  files: Pick<FileStore, 'size' | 'read'>,
  name: string,
): Promise<Readable | null> {
  for (const [folder, keyOf] of Object.entries(FOLDERS)) {
    if (!name.startsWith(`${folder}-`)) continue;
    const key = keyOf(name.slice(folder.length + 1));
    return (await files.size(key)) === null ? null : files.read(key);
  }
  return null;
}
