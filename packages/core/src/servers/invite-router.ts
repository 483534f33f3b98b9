import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { actorProcedure, anyoneProcedure, personProcedure } from '../procedures/trpc.js';
import { DONE, Done } from '../protocol/records/done.js';
import { Invite, InvitePreview } from '../protocol/records/invite.js';
import { Server } from '../protocol/records/server.js';
import { acceptInvite, createInvite, deleteInvite, listInvites, previewInvite } from './invites.js';
import { CreateInviteInput, InviteCodeInput, ListInvitesInput, ServerInviteInput } from './schemas.js';

const INVITES = '/api/servers/{serverID}/invites';

export const inviteProcedures = {
  createInvite: actorProcedure
    .meta(
      rest('POST', INVITES, {
        tag: 'servers',
        summary: 'Create an invite',
        status: 201,
        errors: ['SERVER_NOT_FOUND', 'TIMED_OUT', 'TOO_MANY_INVITES'],
      }),
    )
    .input(CreateInviteInput)
    .output(Invite)
    .mutation(({ ctx, input }) => createInvite(ctx, input)),

  listInvites: actorProcedure
    .meta(
      rest('GET', INVITES, {
        tag: 'servers',
        summary: 'List invites, newest first',
        description: 'An admin sees all of them, a member their own.',
        errors: ['SERVER_NOT_FOUND'],
      }),
    )
    .input(ListInvitesInput)
    .output(z.array(Invite))
    .query(({ ctx, input }) => listInvites(ctx, input)),

  deleteInvite: actorProcedure
    .meta(
      rest('DELETE', '/api/servers/{serverID}/invites/{code}', {
        tag: 'servers',
        summary: 'Delete an invite',
        errors: ['SERVER_NOT_FOUND', 'INVITE_NOT_FOUND'],
      }),
    )
    .input(ServerInviteInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await deleteInvite(ctx, input);
      return DONE;
    }),

  getInvite: anyoneProcedure
    .meta(
      rest('GET', '/api/invites/{code}', {
        tag: 'servers',
        summary: 'See where an invite leads',
        description: 'Needs no token. Somebody who is banned there is refused where they are signed in.',
        signedIn: 'optional',
        errors: ['INVITE_NOT_FOUND', 'BANNED'],
      }),
    )
    .input(InviteCodeInput)
    .output(InvitePreview)
    .query(({ ctx, input }) => previewInvite(ctx, input.code)),

  acceptInvite: personProcedure
    .meta(
      rest('POST', '/api/invites/{code}/accept', {
        tag: 'servers',
        summary: 'Join a server by an invite',
        errors: ['PEOPLE_ONLY', 'INVITE_NOT_FOUND', 'BANNED', 'TOO_MANY_SERVERS_JOINED'],
      }),
    )
    .input(InviteCodeInput)
    .output(Server)
    .mutation(({ ctx, input }) => acceptInvite(ctx, input.code)),
};
