import { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';
import { rest } from '../procedures/rest.js';
import { actorProcedure } from '../procedures/trpc.js';
import { Me, Profile } from '../protocol/records/user.js';
import { getMe, getProfile, updateMe } from './actions.js';
import { avatarProcedures } from './avatar-router.js';
import { UpdateMeInput } from './schemas.js';

export const userProcedures = {
  me: actorProcedure
    .meta(rest('GET', '/api/users/me', { tag: 'users', summary: 'Get your own account', snapshot: true }))
    .output(Me)
    .query(({ ctx }) => getMe(ctx)),

  updateMe: actorProcedure
    .meta(
      rest('PATCH', '/api/users/me', {
        tag: 'users',
        summary: 'Change your own account',
        description:
          'The username and the e-mail address sign in, so changing them takes `currentPassword`, or a proof within the last ' +
          'ten minutes (`POST /api/auth/verify`). A bot is renamed by its owner.',
        errors: [
          'PEOPLE_ONLY',
          'USERNAME_TAKEN',
          'EMAIL_TAKEN',
          'TOO_MANY_ADDRESSES',
          'WRONG_PASSWORD',
          'STEP_UP_REQUIRED',
        ],
      }),
    )
    .input(UpdateMeInput)
    .output(Me)
    .mutation(({ ctx, input }) => updateMe(ctx, input)),

  get: actorProcedure
    .meta(
      rest('GET', '/api/users/{userID}', {
        tag: 'users',
        summary: 'Get a user',
        description:
          'Of a person who has deleted their account it answers what is left, as messages show it.',
        errors: ['USER_NOT_FOUND'],
      }),
    )
    .input(z.object({ userId: idInput('the user') }))
    .output(Profile)
    .query(({ ctx, input }) => getProfile(ctx, input.userId)),

  ...avatarProcedures,
};
