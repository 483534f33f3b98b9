import {
  accessServer,
  type FileStore,
  ICONS,
  idInput,
  type Limits,
  megabytes,
  rest,
  runUpload,
  SAMPLE_ID,
  Server,
  setIcon,
} from '@palaver/core';
import { z } from 'zod';
import type { ExtraOperation } from '../rest/operation.js';
import { dataResponse, filesBody } from './file-docs.js';
import { publicImage } from './public-image.js';
import { receiveFiles } from './receive-multipart.js';
import { type CreateContext, signedInUpload } from './signed-in.js';

/** `PUT /api/servers/{serverID}/icon`. */
export function uploadIcon(
  files: FileStore,
  { avatarBytes }: Limits,
  createContext: CreateContext,
): ExtraOperation {
  const limits = { files: 1, fileBytes: avatarBytes };
  return {
    name: 'servers.setIcon',
    meta: rest('PUT', '/api/servers/{serverID}/icon', {
      tag: 'servers',
      summary: 'Upload the icon of a server',
      description:
        `A JPEG, PNG, WebP, GIF, AVIF or SVG image of at most ${megabytes(avatarBytes)} and 24 megapixels. It is decoded and ` +
        'encoded again as an avatar is: a WebP of at most 512 × 512 pixels, upright and without metadata; of an animation ' +
        'the first frame is used.',
      errors: [
        'SERVER_NOT_FOUND',
        'ADMIN_REQUIRED',
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
      const { id: serverId } = await accessServer(ctx, String(req.params.serverID), 'update');
      const data = await runUpload(ctx, 'icon', (upload) =>
        receiveFiles(req, { files, upload }, limits, ([file]) => setIcon(ctx, serverId, file)),
      );
      res.setHeaders(ctx.request.replyHeaders).json({ data });
    }),
    docs: {
      path: z.object({ serverID: idInput('the server') }),
      requestBody: filesBody('The image.', 1, 'image/*'),
      responses: { 200: dataResponse('The changed server.', Server) },
    },
  };
}

const ICON_PATH = z.object({
  file: z.string().meta({ description: 'The last part of an `iconPath`.', example: `${SAMPLE_ID}.webp` }),
});

/** `GET /api/icons/{file}`, which needs no token. */
export function fetchIcon(files: FileStore): ExtraOperation {
  return {
    name: 'icons.get',
    meta: rest('GET', '/api/icons/{file}', {
      tag: 'servers',
      summary: 'Fetch the icon of a server',
      description:
        'The path is the `iconPath` of a server. The file of a path never changes, so it may be cached for ever.',
      signedIn: false,
      errors: ['ICON_NOT_FOUND'],
    }),
    ...publicImage(files, ICONS.find, ICON_PATH),
  };
}
