import { z } from 'zod';
import { Id, Instant } from '../primitives.js';
import { externalId, metadata } from './embedding.js';

/** docs/reference.md, Administration. */
export const AdminUser = z
  .object({
    id: Id,
    username: z.string().meta({ description: 'Unique without regard to case.' }),
    displayName: z.string().meta({ description: 'The name that others see.' }),
    email: z.string().nullable().meta({ description: 'Null without one.' }),
    bot: z.boolean().meta({ description: 'True when the account is a bot.' }),
    botOwnerId: Id.nullable().meta({ description: 'Who owns the bot; null for a person.' }),
    admin: z.boolean().meta({ description: 'Whether the person is an admin of this service.' }),
    createdAt: Instant,
    deactivatedAt: Instant.nullable().meta({ description: 'Null for an active account.' }),
    lastUsedAt: Instant.nullable().meta({
      description: 'When one of the open sessions was last used, to the hour; null without one.',
    }),
    externalId,
    metadata,
  })
  .meta({ id: 'AdminUser', description: 'An account, as admins of the service see it.' });
export type AdminUser = z.output<typeof AdminUser>;

export const AdminUserCreated = z
  .object({
    user: AdminUser,
    password: z.string().nullable().meta({
      description: 'The password that was made; it is shown only here. Null where one was given.',
    }),
  })
  .meta({ id: 'AdminUserCreated', description: 'A new account, and the password that was made for it.' });
export type AdminUserCreated = z.output<typeof AdminUserCreated>;

export const AdminUserPut = z
  .object({
    user: AdminUser,
    created: z
      .boolean()
      .meta({ description: 'Whether this call made the account; false where there was one already.' }),
  })
  .meta({ id: 'AdminUserPut', description: 'The account of an external id, and whether it is new.' });
export type AdminUserPut = z.output<typeof AdminUserPut>;

export const AdminPasswordReset = z
  .object({
    ok: z.literal(true).meta({ description: 'Always true.' }),
    password: z.string().nullable().meta({
      description: 'The password that was made; it is shown only here. Null where one was given.',
    }),
  })
  .meta({ id: 'AdminPasswordReset', description: 'The answer to a reset password.' });
export type AdminPasswordReset = z.output<typeof AdminPasswordReset>;

export const AdminSession = z
  .object({
    id: Id,
    userAgent: z
      .string()
      .nullable()
      .meta({ description: 'What the client called itself; null when it did not.' }),
    createdAt: Instant,
    lastUsedAt: Instant,
    expiresAt: Instant.nullable().meta({
      description: 'Null for the token of a bot, which does not expire.',
    }),
  })
  .meta({ id: 'AdminSession', description: 'A session of a user, or the token of a bot.' });
export type AdminSession = z.output<typeof AdminSession>;

export const AdminServer = z
  .object({
    id: Id,
    name: z.string().meta({ description: 'The name of the server.' }),
    ownerId: Id,
    ownerUsername: z.string().meta({ description: 'The username of the owner.' }),
    memberCount: z.number().int().meta({ description: 'People and bots.' }),
    channelCount: z.number().int().meta({ description: 'Public and private channels.' }),
    createdAt: Instant,
  })
  .meta({ id: 'AdminServer', description: 'A server, as admins of the service see it.' });
export type AdminServer = z.output<typeof AdminServer>;

export const ADMIN_ACTS = [
  'user.created',
  'user.updated',
  'user.promoted',
  'user.demoted',
  'user.deactivated',
  'user.reactivated',
  'user.passwordReset',
  'user.secondFactorReset',
  'user.deleted',
  'user.erased',
  'user.erasureEnded',
  'session.ended',
  'server.deleted',
  'server.handedOver',
  'server.exported',
  'server.imported',
  'import.begun',
  'import.cancelled',
  'import.linksMade',
  'key.created',
  'key.revoked',
  'hold.created',
  'hold.ended',
  'hold.read',
  'hold.fileRead',
  'mail.tested',
] as const;
export type AdminActName = (typeof ADMIN_ACTS)[number];

export const AdminAct = z
  .object({
    id: Id,
    createdAt: Instant,
    actorId: Id.nullable().meta({
      description: 'The admin; null for the operator and for an API key, which have no account.',
    }),
    actorName: z.string().meta({
      description:
        "The admin's username, the operator's system user, or `key:` and the name of the API key, then.",
    }),
    act: z.enum(ADMIN_ACTS).meta({ description: 'What was done.' }),
    targetId: Id.meta({ description: 'The user, the server, the channel, the API key or the mail.' }),
    targetName: z.string().meta({ description: 'What it was called then.' }),
    details: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable())
      .meta({ description: 'Further facts; never a secret.' }),
    requestId: z.string().meta({ description: 'The `X-Request-Id` of the request.' }),
  })
  .meta({ id: 'AdminAct', description: 'A line of the audit log.' });
export type AdminAct = z.output<typeof AdminAct>;
