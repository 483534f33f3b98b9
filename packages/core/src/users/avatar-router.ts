import { octetInputParser } from '@trpc/server/http';
import { rest } from '../procedures/rest.js';
import { actorProcedure } from '../procedures/trpc.js';
import { User } from '../protocol/records/user.js';
import { removeAvatar, setAvatarFrom } from './avatar.js';

/** The procedures about the caller's avatar, for the users router to spread in. */
export const avatarProcedures = {
  /** Over the native API a stream of octets (a `File` or a `Blob`); over REST the server takes multipart instead. */
  setAvatar: actorProcedure
    .meta(
      rest('POST', '/api/users/me/avatar', {
        tag: 'users',
        summary: 'Upload your avatar',
        description:
          'A JPEG, PNG, WebP, GIF, AVIF or SVG image of at most 5 MB (5,242,880 bytes, unless the operator has set another ' +
          'limit) and 24 megapixels. It is decoded and encoded again as a WebP of at most 512 × 512 pixels, upright and without metadata; of an animation the ' +
          'first frame is used. The content decides, not the name or the declared type.',
        errors: [
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
    )
    .input(octetInputParser)
    .output(User)
    .mutation(({ ctx, input }) => setAvatarFrom(ctx, input)),

  removeAvatar: actorProcedure
    .meta(rest('DELETE', '/api/users/me/avatar', { tag: 'users', summary: 'Remove your avatar' }))
    .output(User)
    .mutation(({ ctx }) => removeAvatar(ctx)),
};
