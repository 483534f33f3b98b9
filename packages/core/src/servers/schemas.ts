import { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';
import { InstantInput } from '../kernel/schema/instant-input.js';
import { ExternalIdInput, MetadataInput } from '../kernel/schema/metadata.js';
import { clearable, optional } from '../kernel/schema/optional.js';
import { Cursor, Limit, Page } from '../kernel/schema/pagination.js';
import { nameText, readableText } from '../kernel/schema/text.js';
import { wholeNumber } from '../kernel/schema/whole-number.js';
import { writing } from '../kernel/schema/writing.js';
import { Ban } from '../protocol/records/ban.js';
import { Invite } from '../protocol/records/invite.js';
import { EditHistory, Role, Server, ServerMember } from '../protocol/records/server.js';
import { Timeout } from '../protocol/records/timeout.js';

export const ServerName = nameText(1, 100).meta({
  description: 'The name that is shown to people: up to 100 characters.',
});

/** Ten years. */
export const RETENTION_MAX_DAYS = 3650;

export const ServerInput = z.object({ serverId: idInput('the server') });
export const CreateServerInput = writing(Server, {
  name: ServerName,
  externalId: optional(ExternalIdInput),
  metadata: optional(MetadataInput),
});
export type CreateServerInput = z.output<typeof CreateServerInput>;
export const UpdateServerInput = writing(Server, {
  ...ServerInput.shape,
  name: optional(ServerName),
  retentionDays: clearable(wholeNumber(1, RETENTION_MAX_DAYS)).meta({
    description:
      'Messages that are older are deleted, from a day after the change on; null for none. Only the owner changes it.',
  }),
  editHistory: optional(EditHistory),
  externalId: clearable(ExternalIdInput),
  metadata: clearable(MetadataInput),
});
export type UpdateServerInput = z.output<typeof UpdateServerInput>;
export const ListServersInput = z
  .object({
    externalId: optional(ExternalIdInput).meta({
      description: 'Return only the server with this external id.',
    }),
  })
  .prefault({});
export type ListServersInput = z.output<typeof ListServersInput>;
export const ListMembersInput = Page.extend(ServerInput.shape);
export type ListMembersInput = z.output<typeof ListMembersInput>;
export const MemberInput = ServerInput.extend({ userId: idInput('the user who is a member') });
export type MemberInput = z.output<typeof MemberInput>;
export const AddMemberInput = writing(ServerMember, {
  ...ServerInput.shape,
  userId: idInput('the bot to add'),
});
export const UpdateMemberInput = writing(ServerMember, {
  ...MemberInput.shape,
  role: Role.meta({ description: '"owner" hands the ownership over; the former owner becomes an admin.' }),
});
export type UpdateMemberInput = z.output<typeof UpdateMemberInput>;

/** A week, which is how far the log reaches unless the operator says otherwise. */
const REMOVAL_MAX_HOURS = 168;
const RemovalHours = wholeNumber(1, REMOVAL_MAX_HOURS);
export const DeleteMessagesOfInput = z.object({
  ...ServerInput.shape,
  userId: idInput('the user whose messages are deleted'),
  hours: RemovalHours.meta({ description: 'What they have posted in this many hours, up to a week.' }),
});
export type DeleteMessagesOfInput = z.output<typeof DeleteMessagesOfInput>;

const REASON_MAX = 512;
export const BanInput = writing(Ban, {
  ...ServerInput.shape,
  userId: idInput('the user to ban'),
  reason: optional(readableText(1, REASON_MAX)).meta({ description: 'Why, for the list of bans.' }),
  expiresAt: optional(InstantInput).meta({
    description: 'When it ends, in the future; without it the ban has no end.',
  }),
  deleteMessageHours: optional(RemovalHours).meta({
    description: 'Deletes what they have posted in this many hours, up to a week; without it nothing.',
  }),
});
export type BanInput = z.output<typeof BanInput>;
export const UnbanInput = ServerInput.extend({ userId: idInput('the user who is banned') });
export type UnbanInput = z.output<typeof UnbanInput>;
export const ListBansInput = Page.extend(ServerInput.shape);
export type ListBansInput = z.output<typeof ListBansInput>;

export const TimeoutInput = writing(Timeout, {
  ...MemberInput.shape,
  until: InstantInput.meta({ description: 'When it ends: in the future, and within 28 days.' }),
  reason: optional(readableText(1, REASON_MAX)).meta({ description: 'Why, for moderators.' }),
});
export type TimeoutInput = z.output<typeof TimeoutInput>;
export const TimeoutOfInput = ServerInput.extend({ userId: idInput('the user who is timed out') });
export type TimeoutOfInput = z.output<typeof TimeoutOfInput>;
export const ListTimeoutsInput = Page.extend(ServerInput.shape);
export type ListTimeoutsInput = z.output<typeof ListTimeoutsInput>;

export const ListServerActsInput = Page.extend({
  ...ServerInput.shape,
  actorId: optional(Cursor).meta({ description: 'Return only what this user has done.' }),
  targetId: optional(Cursor).meta({
    description: 'Return only what was done to this user, server, channel, group or message.',
  }),
});
export type ListServerActsInput = z.output<typeof ListServerActsInput>;

const YEAR_SECONDS = 365 * 24 * 3600;
export const CreateInviteInput = writing(Invite, {
  ...ServerInput.shape,
  expiresInSeconds: optional(wholeNumber(60, YEAR_SECONDS)).meta({
    description: 'A minute to a year; without it the invite does not expire.',
  }),
  maxUses: optional(wholeNumber(1, 100_000)).meta({
    description: 'How many users may join with it; without it there is no limit.',
  }),
});
export type CreateInviteInput = z.output<typeof CreateInviteInput>;
export const InviteCodeInput = z.object({
  code: z.string().meta({ description: 'The code of the invite.', example: 'k3Xw9aQ2' }),
});
export const ServerInviteInput = ServerInput.extend(InviteCodeInput.shape);
export type ServerInviteInput = z.output<typeof ServerInviteInput>;

const InviteCursor = z.string().regex(/^[\w-]{1,64}$/, 'must be the code of an invite of this list');
export const InvitePage = z.object({
  before: optional(InviteCursor).meta({ description: 'Return invites older than the one with this code.' }),
  after: optional(InviteCursor).meta({ description: 'Return invites newer than the one with this code.' }),
  limit: Limit,
});
export type InvitePage = z.output<typeof InvitePage>;
export const ListInvitesInput = InvitePage.extend(ServerInput.shape);
export type ListInvitesInput = z.output<typeof ListInvitesInput>;
