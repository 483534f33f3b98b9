import { parse } from 'node:path';
import {
  AppError,
  Attachment,
  accessAttachment,
  accessChannel,
  attachmentKey,
  type FileStore,
  findSmallPicture,
  INLINE_TYPES,
  idInput,
  type Limits,
  megabytes,
  openFileAddress,
  rest,
  runUpload,
  uploadAttachments,
} from '@palaver/core';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { requestInfoOf } from '../http/request-info.js';
import type { ExtraOperation } from '../rest/operation.js';
import { dataResponse, FILE_REQUEST_HEADERS, filesBody, servedResponses } from './file-docs.js';
import { receiveFiles } from './receive-multipart.js';
import { serveFile } from './serve-file.js';
import { type CreateContext, signedIn, signedInUpload } from './signed-in.js';

/** `POST /api/channels/{channelID}/attachments`. */
export function uploadToChannel(
  files: FileStore,
  { messageFiles, fileBytes, unclaimedHours }: Limits,
  createContext: CreateContext,
): ExtraOperation {
  const limits = { files: messageFiles, fileBytes };
  const kept = unclaimedHours === 1 ? 'an hour' : `${unclaimedHours} hours`;
  return {
    name: 'attachments.upload',
    meta: rest('POST', '/api/channels/{channelID}/attachments', {
      tag: 'messages',
      summary: 'Upload files for a message',
      description:
        `Up to ${messageFiles} files of ${megabytes(fileBytes)}, kept as they are, photos without the place where they were taken. Send a message with their ids in ` +
        `\`attachmentIds\`; until then only you can fetch them, and uploads that no message takes are removed after ${kept}.`,
      status: 201,
      errors: [
        'CHANNEL_NOT_FOUND',
        'CHANNEL_ARCHIVED',
        'DM_NOT_ALLOWED',
        'TIMED_OUT',
        'POSTING_RESTRICTED',
        'FILE_MISSING',
        'TOO_MANY_FILES',
        'MALFORMED_REQUEST',
        'FILE_TOO_LARGE',
        'BODY_TOO_LARGE',
        'UNSUPPORTED_MEDIA_TYPE',
        'STORAGE_QUOTA_EXCEEDED',
        'STORAGE_FULL',
        'DISK_FULL',
      ],
    }),
    handler: signedInUpload(createContext, 'messages:write', async (ctx, req, res) => {
      // Checked before the first byte is stored, and again by the action when all files have arrived.
      const channel = await accessChannel(ctx, String(req.params.channelID), 'post');
      const data = await runUpload(ctx, 'attachment', (upload) =>
        receiveFiles(req, { files, upload }, limits, (received) =>
          uploadAttachments(ctx, channel.id, received),
        ),
      );
      res.setHeaders(ctx.request.replyHeaders).status(201).json({ data });
    }),
    docs: {
      path: z.object({ channelID: idInput('the channel') }),
      requestBody: filesBody('The files, each in a field `file`.', messageFiles, '*/*'),
      responses: { 201: dataResponse('The attachments, in the order of the files.', z.array(Attachment)) },
    },
  };
}

/** `GET /api/attachments/{attachmentID}`. Access may end at any time, so a cache must revalidate every time. */
export function fetchAttachment(files: FileStore, createContext: CreateContext): ExtraOperation {
  return {
    name: 'attachments.get',
    meta: rest('GET', '/api/attachments/{attachmentID}', {
      tag: 'messages',
      summary: 'Fetch an attached file',
      description:
        'Answers `Range` (one range), `If-Range` and `If-None-Match`. Only raster images come as `inline`.',
      errors: ['ATTACHMENT_NOT_FOUND'],
    }),
    handler: signedIn(createContext, 'messages:read', async (ctx, req, res) => {
      const file = await accessAttachment(ctx, String(req.params.attachmentID));
      await serveAttachment(files, file, 'private, no-cache', req, res);
    }),
    docs: {
      path: z.object({ attachmentID: idInput('the attachment') }),
      headers: FILE_REQUEST_HEADERS,
      responses: servedResponses('The file, under its own media type.', '*/*', { named: true }),
    },
  };
}

/**
 * `GET /api/files/{address}`, which needs no token. Access is checked at every request. What a browser has loaded it may keep for as
 * long as the address is valid.
 */
export function openAttachment(files: FileStore, createContext: CreateContext): ExtraOperation {
  return {
    name: 'attachments.open',
    meta: rest('GET', '/api/files/{address}', {
      tag: 'messages',
      summary: 'Fetch an attached file by its address',
      description:
        'The path is the `url` of `GET /api/attachments/{attachmentID}/address`. Answers as the file itself does, with ranges. A small ' +
        'version that was asked for comes as `image/webp`, or else the file itself.',
      signedIn: false,
      errors: ['ATTACHMENT_NOT_FOUND'],
    }),
    handler: async (req, res) => {
      const { services } = await createContext(requestInfoOf(req));
      const { file, size, expiresAt } = await openFileAddress(services, String(req.params.address));
      const seconds = Math.floor((expiresAt.getTime() - services.clock.now().getTime()) / 1000);
      const cacheControl = `private, max-age=${seconds}`;
      const small = size === null ? null : await findSmallPicture(services, file, size);
      if (small === null) return serveAttachment(files, file, cacheControl, req, res);
      setDisposition(res, `${parse(file.filename).name}.webp`, true);
      const etag = `"${file.id}-${size}"`;
      await serveFile(files, { ...small, mimeType: 'image/webp', etag, cacheControl }, req, res);
    },
    docs: {
      path: z.object({
        address: z
          .string()
          .meta({ description: 'The last part of the `url`.', example: 'MDE5YTdjMWU.c2lnbmF0dXJl' }),
      }),
      headers: FILE_REQUEST_HEADERS,
      responses: servedResponses('The file, under its own media type.', '*/*', { named: true }),
    },
  };
}

async function serveAttachment(
  files: FileStore,
  { id, filename, mimeType }: Pick<Attachment, 'id' | 'filename' | 'mimeType'>,
  cacheControl: string,
  req: Request,
  res: Response,
): Promise<void> {
  const key = attachmentKey(id);
  const sizeBytes = await files.size(key);
  // Deleted since the look-up, together with its message, or lost from the disk.
  if (sizeBytes === null) throw new AppError('ATTACHMENT_NOT_FOUND');
  setDisposition(res, filename, INLINE_TYPES.has(mimeType));
  await serveFile(files, { key, sizeBytes, mimeType, etag: `"${id}"`, cacheControl }, req, res);
}

/** Express encodes the name in both forms of RFC 6266, but only for `attachment`. */
function setDisposition(res: Response, filename: string, inline: boolean): void {
  res.attachment(filename);
  const disposition = res.get('Content-Disposition') ?? 'attachment';
  if (inline) res.set('Content-Disposition', disposition.replace(/^attachment/, 'inline'));
}
