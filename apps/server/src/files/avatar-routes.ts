import {
  AVATARS,
  type FileStore,
  type Limits,
  rest,
  runUpload,
  SAMPLE_ID,
  setAvatar,
  User,
} from '@palaver/core';
import { z } from 'zod';
import type { ExtraOperation } from '../rest/operation.js';
import { dataResponse, filesBody } from './file-docs.js';
import { publicImage } from './public-image.js';
import { receiveFiles } from './receive-multipart.js';
import { type CreateContext, signedInUpload } from './signed-in.js';

/** `POST /api/users/me/avatar` (docs/reference.md, section 4). Its meta is that of the procedure of the same name. */
export function uploadAvatar(
  files: FileStore,
  { avatarBytes }: Limits,
  createContext: CreateContext,
): ExtraOperation {
  const limits = { files: 1, fileBytes: avatarBytes };
  return {
    name: 'users.setAvatar',
    handler: signedInUpload(createContext, 'users:write', async (ctx, req, res) => {
      const data = await runUpload(ctx, 'avatar', (upload) =>
        receiveFiles(req, { files, upload }, limits, ([file]) => setAvatar(ctx, file)),
      );
      res.json({ data });
    }),
    docs: {
      requestBody: filesBody('The image.', 1, 'image/*'),
      responses: { 200: dataResponse('The updated user.', User) },
    },
  };
}

const AVATAR_PATH = z.object({
  file: z.string().meta({ description: 'The last part of an `avatarPath`.', example: `${SAMPLE_ID}.webp` }),
});

/** `GET /api/avatars/{file}`, which needs no token. */
export function fetchAvatar(files: FileStore): ExtraOperation {
  return {
    name: 'avatars.get',
    meta: rest('GET', '/api/avatars/{file}', {
      tag: 'users',
      summary: 'Fetch an avatar',
      description:
        'The path is the `avatarPath` of a user. The file of a path never changes, so it may be cached for ever.',
      signedIn: false,
      errors: ['AVATAR_NOT_FOUND'],
    }),
    ...publicImage(files, AVATARS.find, AVATAR_PATH),
  };
}
