import { z } from 'zod';
import { Id, Instant } from '../primitives.js';
import { externalId, metadata } from './embedding.js';
import { NotificationLevel } from './notification-preference.js';
import { Role } from './server.js';
import { User } from './user.js';

/** docs/permissions.md, In one channel. Its keys are in the order in which Postgres keeps them. */
export const PermissionOverride = z
  .object({
    role: z.enum(['member', 'moderator', 'bot']).meta({
      description: 'Whom it is for. What is for members is for bots as well, unless there is one for bots.',
    }),
    allow: z.boolean().meta({ description: 'True allows, false denies.' }),
    permission: z
      .enum(['read', 'post', 'react', 'mentionAll', 'manageMessages', 'manageChannel'])
      .meta({ description: 'What is allowed or denied.' }),
  })
  .meta({
    id: 'PermissionOverride',
    description: 'What a role may or may not do in a channel, other than in its server.',
  });
export type PermissionOverride = z.output<typeof PermissionOverride>;

/** docs/reference.md, section 2, Channel. */
export const Channel = z
  .object({
    id: Id,
    name: z
      .string()
      .meta({ description: 'A slug, lowercased, unique among the public channels of its server.' }),
    displayName: z.string().meta({ description: 'The name that is shown to people.' }),
    topic: z.string().nullable().meta({ description: 'What the channel is about; null for none.' }),
    isDm: z.boolean().meta({ description: 'True for a direct message.' }),
    isPrivate: z.boolean().meta({ description: 'Private means invite-only.' }),
    archived: z.boolean().meta({ description: 'An archived channel takes no new messages.' }),
    createdBy: Id,
    createdAt: Instant,
    position: z.number().int().meta({
      description:
        'For sorting, lowest first. Of two channels with the same position the older one comes first.',
    }),
    serverId: Id.nullable().meta({ description: 'Null for a direct message.' }),
    memberCount: z.number().int().meta({ description: 'The number of its members.' }),
    groupId: Id.nullable().meta({ description: 'The channel group the channel belongs to; null for none.' }),
    joinedByDefault: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether a user who joins the server joins the channel as well.' }),
    readReceipts: z.boolean().default(false).meta({
      description:
        'Whether its members see how far the others have read, while it has at most 50 of them. Always true for a direct message.',
    }),
    postingRole: Role.default('member').meta({
      description: 'The lowest role that posts; "member" for everybody who sees the channel.',
    }),
    slowModeSeconds: z.number().int().default(0).meta({
      description: 'How long a plain member waits between two posts; 0 for no slow mode.',
    }),
    defaultNotificationLevel: NotificationLevel.nullable().default(null).meta({
      description: 'The level of those who have set none for the channel or its server; null for "mentions".',
    }),
    permissionOverrides: z.array(PermissionOverride).default([]).meta({
      description: 'What roles may or may not do here, other than in the server.',
    }),
    retentionDays: z.number().int().nullable().default(null).meta({
      description: 'Messages that are older are deleted; 0 for none, null for what the server says.',
    }),
    externalId,
    metadata,
  })
  .meta({ id: 'Channel', description: 'A channel of a server.' });
export type Channel = z.output<typeof Channel>;

/** docs/reference.md, Channels. */
export const ChannelMember = User.extend({
  joinedAt: Instant.meta({ description: 'When they joined the channel.' }),
}).meta({ id: 'ChannelMember', description: 'A user in a channel.' });
export type ChannelMember = z.output<typeof ChannelMember>;

/** docs/reference.md, section 2, Direct message. */
export const DirectMessage = Channel.extend({
  members: z
    .array(User)
    .meta({ description: 'Everybody who is in it, you included; the newest account first.' }),
}).meta({
  id: 'DirectMessage',
  description: 'A channel of some people. Its names are made of those of the others as they are called now.',
});
export type DirectMessage = z.output<typeof DirectMessage>;

/** A channel of a server or a direct message. */
export const AnyChannel = Channel.extend({
  members: DirectMessage.shape.members
    .nullable()
    .default(null)
    .meta({ description: 'The people of a direct message; null for a channel of a server.' }),
}).meta({ id: 'AnyChannel', description: 'A channel of a server or a direct message.' });
export type AnyChannel = z.output<typeof AnyChannel>;
