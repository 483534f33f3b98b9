import {
  accessServer,
  createEmoji,
  EmojiName,
  type FileStore,
  findEmojiImage,
  idInput,
  type Limits,
  megabytes,
  requireEmojiName,
  rest,
  runUpload,
  SAMPLE_ID,
  ServerEmoji,
} from '@palaver/core';
import { z } from 'zod';
import type { ExtraOperation } from '../rest/operation.js';
import { dataResponse, filesBody } from './file-docs.js';
import { publicImage } from './public-image.js';
import { receiveFiles } from './receive-multipart.js';
import { type CreateContext, signedInUpload } from './signed-in.js';

/** `POST /api/servers/{serverID}/emoji?name=`. */
export function uploadEmoji(
  files: FileStore,
  { avatarBytes }: Limits,
  createContext: CreateContext,
): ExtraOperation {
  const limits = { files: 1, fileBytes: avatarBytes };
  return {
    name: 'emoji.create',
    meta: rest('POST', '/api/servers/{serverID}/emoji', {
      tag: 'servers',
      summary: 'Upload an emoji of a server',
      description:
        `A JPEG, PNG, WebP, GIF, AVIF or SVG image of at most ${megabytes(avatarBytes)} and 24 megapixels in all frames. It is ` +
        'decoded and encoded again as a WebP of at most 128 × 128 pixels and 256 kB; a GIF or a WebP stays an animation.',
      status: 201,
      errors: [
        'INVALID_INPUT',
        'SERVER_NOT_FOUND',
        'MODERATOR_REQUIRED',
        'TIMED_OUT',
        'EMOJI_NAME_TAKEN',
        'TOO_MANY_EMOJI',
        'FILE_MISSING',
        'TOO_MANY_FILES',
        'MALFORMED_REQUEST',
        'IMAGE_UNREADABLE',
        'FILE_TOO_LARGE',
        'BODY_TOO_LARGE',
        'UNSUPPORTED_MEDIA_TYPE',
        'DISK_FULL',
      ],
    }),
    handler: signedInUpload(createContext, 'servers:write', async (ctx, req, res) => {
      const { id: serverId } = await accessServer(ctx, String(req.params.serverID), 'manageEmoji');
      const input = { serverId, name: requireEmojiName(req.query.name) };
      const data = await runUpload(ctx, 'emoji', (upload) =>
        receiveFiles(req, { files, upload }, limits, ([file]) => createEmoji(ctx, input, file)),
      );
      res.setHeaders(ctx.request.replyHeaders).status(201).json({ data });
    }),
    docs: {
      path: z.object({ serverID: idInput('the server') }),
      query: z.object({ name: EmojiName }),
      requestBody: filesBody('The image.', 1, 'image/*'),
      responses: { 201: dataResponse('The emoji.', ServerEmoji) },
    },
  };
}

const IMAGE_PATH = z.object({
  file: z.string().meta({
    description: 'The last part of an `imagePath`: the id of the emoji, and `.webp`.',
    example: `${SAMPLE_ID}.webp`,
  }),
});

/** `GET /api/emoji/{file}`, which needs no token. */
export function fetchEmoji(files: FileStore): ExtraOperation {
  return {
    name: 'emoji.image',
    meta: rest('GET', '/api/emoji/{file}', {
      tag: 'servers',
      summary: 'Fetch the image of an emoji',
      description:
        'The path is the `imagePath` of an emoji. The file of a path never changes, so it may be cached for ever.',
      signedIn: false,
      errors: ['EMOJI_NOT_FOUND'],
    }),
    ...publicImage(files, findEmojiImage, IMAGE_PATH),
  };
}
