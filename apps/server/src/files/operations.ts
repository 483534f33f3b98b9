import type { FileStore, Limits } from '@palaver/core';
import type { ExtraOperation } from '../rest/operation.js';
import { fetchAttachment, openAttachment, uploadToChannel } from './attachment-routes.js';
import { fetchAvatar, uploadAvatar } from './avatar-routes.js';
import { fetchEmoji, uploadEmoji } from './emoji-routes.js';
import { fetchHeldFile } from './held-file-route.js';
import { fetchIcon, uploadIcon } from './icon-routes.js';
import type { CreateContext } from './signed-in.js';

/** The operations of the REST API that receive or send files. */
export function fileOperations(
  files: FileStore,
  limits: Limits,
  createContext: CreateContext,
): ExtraOperation[] {
  return [
    uploadAvatar(files, limits, createContext),
    fetchAvatar(files),
    uploadIcon(files, limits, createContext),
    fetchIcon(files),
    uploadEmoji(files, limits, createContext),
    fetchEmoji(files),
    uploadToChannel(files, limits, createContext),
    fetchAttachment(files, createContext),
    openAttachment(files, createContext),
    fetchHeldFile(files, createContext),
  ];
}

/**
 * The largest request, in bytes, of each procedure that receives a file over the native API: somewhat larger than the file
 * may be, so that the procedure itself answers `FILE_TOO_LARGE`. Attachments are uploaded over REST only, because tRPC
 * keeps a whole request in memory.
 */
export function nativeUploads({ avatarBytes }: Limits): Readonly<Record<string, number>> {
  return { 'users.setAvatar': avatarBytes + 64 * 1024 };
}
