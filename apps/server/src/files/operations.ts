import { AVATAR_MAX_BYTES, type FileStore } from '@palaver/core';
import type { ExtraOperation } from '../rest/operation.js';
import { fetchAttachment, uploadToChannel } from './attachment-routes.js';
import { fetchAvatar, uploadAvatar } from './avatar-routes.js';
import type { CreateContext } from './signed-in.js';

/** Everything that takes or sends files over REST. */
export function fileOperations(files: FileStore, createContext: CreateContext): ExtraOperation[] {
  return [
    uploadAvatar(files, createContext),
    fetchAvatar(files),
    uploadToChannel(files, createContext),
    fetchAttachment(files, createContext),
  ];
}

/**
 * The most bytes that each native procedure takes as a file: somewhat more than it allows, so that it can say itself
 * that a file is too large. Attachments are uploaded over REST alone, because tRPC keeps a whole request in memory.
 */
export const NATIVE_UPLOADS: Readonly<Record<string, number>> = {
  'users.setAvatar': AVATAR_MAX_BYTES + 64 * 1024,
};
