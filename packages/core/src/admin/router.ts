import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { adminProcedure, router } from '../procedures/trpc.js';
import {
  AdminAct,
  AdminPasswordReset,
  AdminServer,
  AdminSession,
  AdminUser,
  AdminUserCreated,
} from '../protocol/records/admin.js';
import { DONE, Done } from '../protocol/records/done.js';
import { listAuditLog } from './audit-log.js';
import {
  AnyServerInput,
  CreateUserInput,
  HandOverInput,
  ListActsInput,
  ListServersInput,
  ListUsersInput,
  ResetPasswordInput,
  UpdateUserInput,
  UserInput,
  UserSessionInput,
} from './schemas.js';
import { deleteServer, getServer, handOverServer, listServers } from './servers.js';
import { endSession, listSessions } from './sessions.js';
import { createUser, getUser, listUsers, resetPassword, updateUser } from './users.js';

/** docs/reference.md, Administration. */
export const adminRouter = router({
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
        errors: ['PEOPLE_ONLY', 'INSTANCE_ADMIN_REQUIRED', 'USER_NOT_FOUND'],
      }),
    )
    .input(ResetPasswordInput)
    .output(AdminPasswordReset)
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),

  sessions: adminProcedure
    .meta(
      rest('GET', '/api/admin/users/{userID}/sessions', {
        tag: 'admin',
        summary: 'List the sessions of an account, newest first',
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
        errors: ['PEOPLE_ONLY', 'INSTANCE_ADMIN_REQUIRED', 'USER_NOT_FOUND', 'SESSION_NOT_FOUND'],
      }),
    )
    .input(UserSessionInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await endSession(ctx, input);
      return DONE;
    }),

  servers: adminProcedure
    .meta(
      rest('GET', '/api/admin/servers', {
        tag: 'admin',
        summary: 'List all servers, newest first',
        errors: ['PEOPLE_ONLY', 'INSTANCE_ADMIN_REQUIRED'],
      }),
    )
    .input(ListServersInput)
    .output(z.array(AdminServer))
    .query(({ ctx, input }) => listServers(ctx, input)),

  server: adminProcedure
    .meta(
      rest('GET', '/api/admin/servers/{serverID}', {
        tag: 'admin',
        summary: 'Get a server',
        errors: ['PEOPLE_ONLY', 'INSTANCE_ADMIN_REQUIRED', 'SERVER_NOT_FOUND'],
      }),
    )
    .input(AnyServerInput)
    .output(AdminServer)
    .query(({ ctx, input }) => getServer(ctx, input.serverId)),

  deleteServer: adminProcedure
    .meta(
      rest('DELETE', '/api/admin/servers/{serverID}', {
        tag: 'admin',
        summary: 'Delete a server',
        description: 'The same as its owner does.',
        errors: ['PEOPLE_ONLY', 'INSTANCE_ADMIN_REQUIRED', 'SERVER_NOT_FOUND'],
      }),
    )
    .input(AnyServerInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await deleteServer(ctx, input.serverId);
      return DONE;
    }),

  handOverServer: adminProcedure
    .meta(
      rest('POST', '/api/admin/servers/{serverID}/owner', {
        tag: 'admin',
        summary: 'Hand a server over to one of its members',
        description: 'The former owner becomes an admin of the server.',
        errors: [
          'PEOPLE_ONLY',
          'INSTANCE_ADMIN_REQUIRED',
          'SERVER_NOT_FOUND',
          'MEMBER_NOT_FOUND',
          'TOO_MANY_SERVERS',
        ],
      }),
    )
    .input(HandOverInput)
    .output(AdminServer)
    .mutation(({ ctx, input }) => handOverServer(ctx, input)),

  auditLog: adminProcedure
    .meta(
      rest('GET', '/api/admin/audit-log', {
        tag: 'admin',
        summary: 'List what admins and the operator have done, newest first',
        errors: ['PEOPLE_ONLY', 'INSTANCE_ADMIN_REQUIRED'],
      }),
    )
    .input(ListActsInput)
    .output(z.array(AdminAct))
    .query(({ ctx, input }) => listAuditLog(ctx, input)),
});
