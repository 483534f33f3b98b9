import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { adminProcedure } from '../procedures/trpc.js';
import {
  AdminPasswordReset,
  AdminSession,
  AdminUser,
  AdminUserCreated,
  AdminUserPut,
} from '../protocol/records/admin.js';
import { DONE, Done } from '../protocol/records/done.js';
import { putExternalUser } from './external-users.js';
import {
  CreateUserInput,
  ListUsersInput,
  PutExternalUserInput,
  ResetPasswordInput,
  UpdateUserInput,
  UserInput,
  UserSessionInput,
} from './schemas.js';
import { endSession, listSessions } from './sessions.js';
import { createUser, getUser, listUsers, resetPassword, resetSecondFactor, updateUser } from './users.js';

/** The procedures about accounts and their sessions, for the admin router to spread in. */
export const userProcedures = {
  users: adminProcedure
    .meta(
      rest('GET', '/api/admin/users', {
        tag: 'admin',
        summary: 'List all accounts, newest first',
        description: 'People and bots. `query` finds a username or an e-mail address by its beginning.',
        errors: ['PEOPLE_ONLY', 'INSTANCE_ADMIN_REQUIRED'],
      }),
    )
    .input(ListUsersInput)
    .output(z.array(AdminUser))
    .query(({ ctx, input }) => listUsers(ctx, input)),

  createUser: adminProcedure
    .meta(
      rest('POST', '/api/admin/users', {
        tag: 'admin',
        summary: 'Create an account',
        description: 'Works whatever `REGISTRATION` says. Nobody is signed in.',
        status: 201,
        errors: ['PEOPLE_ONLY', 'INSTANCE_ADMIN_REQUIRED', 'USERNAME_TAKEN', 'EMAIL_TAKEN'],
      }),
    )
    .input(CreateUserInput)
    .output(AdminUserCreated)
    .mutation(({ ctx, input }) => createUser(ctx, input)),

  putExternalUser: adminProcedure
    .meta(
      rest('PUT', '/api/admin/external-users/{externalID}', {
        tag: 'admin',
        summary: 'Create or update the account of a person of your system',
        description:
          'Finds the account by its external id, or makes it. What is left out stays. A repetition changes nothing, also without ' +
          'an idempotency key. Nobody is signed in.',
        errors: [
          'PEOPLE_ONLY',
          'INSTANCE_ADMIN_REQUIRED',
          'ACCOUNT_DEACTIVATED',
          'USERNAME_TAKEN',
          'EMAIL_TAKEN',
        ],
      }),
    )
    .input(PutExternalUserInput)
    .output(AdminUserPut)
    .mutation(({ ctx, input }) => putExternalUser(ctx, input)),

  user: adminProcedure
    .meta(
      rest('GET', '/api/admin/users/{userID}', {
        tag: 'admin',
        summary: 'Get an account',
        errors: ['PEOPLE_ONLY', 'INSTANCE_ADMIN_REQUIRED', 'USER_NOT_FOUND'],
      }),
    )
    .input(UserInput)
    .output(AdminUser)
    .query(({ ctx, input }) => getUser(ctx, input.userId)),

  updateUser: adminProcedure
    .meta(
      rest('PATCH', '/api/admin/users/{userID}', {
        tag: 'admin',
        summary: 'Promote, demote, deactivate or reactivate an account',
        description:
          'Deactivating ends the sessions of a person and closes their sockets and those of their bots. Messages and memberships ' +
          'stay. Reactivating lets the person sign in again, and the tokens of the bots work again.',
        errors: ['PEOPLE_ONLY', 'INSTANCE_ADMIN_REQUIRED', 'USER_NOT_FOUND', 'LAST_ADMIN'],
      }),
    )
    .input(UpdateUserInput)
    .output(AdminUser)
    .mutation(({ ctx, input }) => updateUser(ctx, input)),

  resetPassword: adminProcedure
    .meta(
      rest('POST', '/api/admin/users/{userID}/password', {
        tag: 'admin',
        summary: 'Set a new password of a person',
        description: 'All sessions of the person end and their sockets close. Tokens of bots stay.',
        keys: false,
        errors: ['PEOPLE_ONLY', 'INSTANCE_ADMIN_REQUIRED', 'USER_NOT_FOUND'],
      }),
    )
    .input(ResetPasswordInput)
    .output(AdminPasswordReset)
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),

  resetSecondFactor: adminProcedure
    .meta(
      rest('DELETE', '/api/admin/users/{userID}/second-factor', {
        tag: 'admin',
        summary: 'Remove all second factors of a person',
        description:
          'For who has lost them: from then on the password or the provider alone signs in. Sessions stay.',
        keys: false,
        errors: ['PEOPLE_ONLY', 'INSTANCE_ADMIN_REQUIRED', 'USER_NOT_FOUND'],
      }),
    )
    .input(UserInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await resetSecondFactor(ctx, input.userId);
      return DONE;
    }),

  sessions: adminProcedure
    .meta(
      rest('GET', '/api/admin/users/{userID}/sessions', {
        tag: 'admin',
        summary: 'List the sessions of an account, newest first',
        keys: false,
        errors: ['PEOPLE_ONLY', 'INSTANCE_ADMIN_REQUIRED', 'USER_NOT_FOUND'],
      }),
    )
    .input(UserInput)
    .output(z.array(AdminSession))
    .query(({ ctx, input }) => listSessions(ctx, input.userId)),

  endSession: adminProcedure
    .meta(
      rest('DELETE', '/api/admin/users/{userID}/sessions/{sessionID}', {
        tag: 'admin',
        summary: 'End a session of an account',
        description: 'Its sockets close. For a bot this ends its token.',
        keys: false,
        errors: ['PEOPLE_ONLY', 'INSTANCE_ADMIN_REQUIRED', 'USER_NOT_FOUND', 'SESSION_NOT_FOUND'],
      }),
    )
    .input(UserSessionInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await endSession(ctx, input);
      return DONE;
    }),
};
