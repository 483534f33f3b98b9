import { z } from 'zod';
import { Id, IdInput, Instant } from '../kernel/ids.js';
import { Limit, Page } from '../kernel/pagination.js';
import { nameText } from '../kernel/text.js';
import { User } from '../users/schemas.js';

export const Role = z.enum(['owner', 'admin', 'member']).meta({ id: 'Role' });
export type Role = z.output<typeof Role>;

export const Server = z
  .object({
    id: Id,
    name: z.string(),
    ownerId: Id,
    memberCount: z.number().int(),
    createdAt: Instant,
  })
  .meta({ id: 'Server' });
export type Server = z.output<typeof Server>;

export const ServerMember = z
  .object({ serverId: Id, user: User, role: Role, joinedAt: Instant })
  .meta({ id: 'ServerMember' });
export type ServerMember = z.output<typeof ServerMember>;

export const Invite = z
  .object({
    code: z.string(),
    serverId: Id,
    createdBy: Id,
    createdAt: Instant,
    expiresAt: Instant.nullable().meta({ description: 'Null for an invite without an end.' }),
    maxUses: z.number().int().nullable().meta({ description: 'Null for an invite without a limit.' }),
    uses: z.number().int(),
  })
  .meta({ id: 'Invite' });
export type Invite = z.output<typeof Invite>;

/** What someone who holds a code may know before joining. */
export const InvitePreview = z
  .object({
    code: z.string(),
    expiresAt: Instant.nullable(),
    server: z.object({ id: Id, name: z.string(), memberCount: z.number().int() }),
  })
  .meta({ id: 'InvitePreview' });
export type InvitePreview = z.output<typeof InvitePreview>;

export const ServerName = nameText(1, 100);

export const ServerInput = z.object({ serverId: IdInput });
export const CreateServerInput = z.object({ name: ServerName });
export type CreateServerInput = z.output<typeof CreateServerInput>;
export const UpdateServerInput = ServerInput.extend({ name: ServerName.optional() });
export type UpdateServerInput = z.output<typeof UpdateServerInput>;
export const ListServersInput = Page;
export type ListServersInput = Page;
export const ListMembersInput = Page.extend({ serverId: IdInput });
export type ListMembersInput = z.output<typeof ListMembersInput>;
export const MemberInput = ServerInput.extend({ userId: IdInput });
export type MemberInput = z.output<typeof MemberInput>;
export const UpdateMemberInput = MemberInput.extend({
  role: Role.meta({ description: '"owner" hands the ownership over; the former owner becomes an admin.' }),
});
export type UpdateMemberInput = z.output<typeof UpdateMemberInput>;

const YEAR_SECONDS = 365 * 24 * 3600;
export const CreateInviteInput = ServerInput.extend({
  expiresInSeconds: z.number().int().min(60).max(YEAR_SECONDS).nullish(),
  maxUses: z.number().int().min(1).max(100_000).nullish(),
});
export type CreateInviteInput = z.output<typeof CreateInviteInput>;
export const InviteCodeInput = z.object({ code: z.string() });
export const ServerInviteInput = ServerInput.extend({ code: z.string() });
export type ServerInviteInput = z.output<typeof ServerInviteInput>;

const InviteCursor = z.string().regex(/^[\w-]{1,64}$/, 'must be the code of an invite of this list');
export const InvitePage = z.object({
  before: InviteCursor.optional().meta({ description: 'Return invites older than the one with this code.' }),
  after: InviteCursor.optional().meta({ description: 'Return invites newer than the one with this code.' }),
  limit: Limit,
});
export type InvitePage = z.output<typeof InvitePage>;
export const ListInvitesInput = InvitePage.extend({ serverId: IdInput });
export type ListInvitesInput = z.output<typeof ListInvitesInput>;
