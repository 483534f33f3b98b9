import { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';
import { optional } from '../kernel/schema/optional.js';
import { Limit, Page } from '../kernel/schema/pagination.js';
import { nameText, text } from '../kernel/schema/text.js';
import { wholeNumber } from '../kernel/schema/whole-number.js';
import { writing } from '../kernel/schema/writing.js';
import { Invite } from '../protocol/records/invite.js';
import { Role, Server, ServerMember } from '../protocol/records/server.js';

export const ServerName = nameText(1, 100).meta({
  description: 'The name that is shown to people: up to 100 characters.',
});

export const ServerInput = z.object({ serverId: idInput('the server') });
export const CreateServerInput = writing(Server, { name: ServerName });
export type CreateServerInput = z.output<typeof CreateServerInput>;
export const UpdateServerInput = writing(Server, { ...ServerInput.shape, name: optional(ServerName) });
export type UpdateServerInput = z.output<typeof UpdateServerInput>;
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

const REASON_MAX = 512;
export const BanInput = ServerInput.extend({
  userId: idInput('the user to ban'),
  reason: optional(text(1, REASON_MAX)).meta({ description: 'Why, for the list of bans.' }),
});
export type BanInput = z.output<typeof BanInput>;
export const UnbanInput = ServerInput.extend({ userId: idInput('the user who is banned') });
export type UnbanInput = z.output<typeof UnbanInput>;
export const ListBansInput = Page.extend(ServerInput.shape);
export type ListBansInput = z.output<typeof ListBansInput>;

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
