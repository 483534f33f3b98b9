import { UserInput } from '../admin/schemas.js';
import { rest } from '../procedures/rest.js';
import { adminProcedure, personProcedure } from '../procedures/trpc.js';
import { DONE, Done } from '../protocol/records/done.js';
import { deleteAnyAccount, deleteOwnAccount } from './actions.js';

const WHAT_STAYS =
  'The messages stay, as those of "Deleted user"; the profile is empty, and sessions and bots end. A server that the person ' +
  'owned goes to another member, or is deleted with the last one. Nobody gets the username for 30 days. It cannot be undone.';

/** For the users router to spread in. */
export const ownDeletionProcedures = {
  deleteMe: personProcedure
    .meta(
      rest('DELETE', '/api/users/me', {
        tag: 'users',
        summary: 'Delete your own account',
        description: `${WHAT_STAYS} A repetition answers 401.`,
        idempotent: false,
        keys: false,
        errors: ['PEOPLE_ONLY', 'STEP_UP_REQUIRED', 'LAST_ADMIN'],
      }),
    )
    .output(Done)
    .mutation(async ({ ctx }) => {
      await deleteOwnAccount(ctx);
      return DONE;
    }),
};

/** For the admin router to spread in. */
export const anyDeletionProcedures = {
  deleteUser: adminProcedure
    .meta(
      rest('DELETE', '/api/admin/users/{userID}', {
        tag: 'admin',
        summary: 'Delete the account of a person',
        description: WHAT_STAYS,
        errors: ['PEOPLE_ONLY', 'INSTANCE_ADMIN_REQUIRED', 'USER_NOT_FOUND', 'LAST_ADMIN'],
      }),
    )
    .input(UserInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await deleteAnyAccount(ctx, input.userId);
      return DONE;
    }),
};
