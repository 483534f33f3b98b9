import { z } from 'zod';
import { Id, Instant } from '../primitives.js';
import { externalId, metadata } from './embedding.js';
import { User } from './user.js';

export const Role = z.enum(['owner', 'admin', 'moderator', 'member']).meta({
  id: 'Role',
  description: 'What a member may do in the server, the highest first. A server has one owner.',
});
export type Role = z.output<typeof Role>;

export const EditHistory = z.enum(['moderators', 'everyone', 'nobody']).meta({
  id: 'EditHistory',
  description:
    'Who reads the earlier texts of edited messages: the author and moderators, everyone who may read the message, or nobody.',
});
export type EditHistory = z.output<typeof EditHistory>;

/** Also of a server that an invite leads to. */
export const iconPath = z.string().nullable().default(null).meta({
  description: 'Path of the icon of the server on this service; null without one.',
});

export const Server = z
  .object({
    id: Id,
    name: z.string().meta({ description: 'The name that is shown to people.' }),
    iconPath,
    ownerId: Id.meta({ description: 'The id of the user who owns it.' }),
    memberCount: z.number().int().meta({ description: 'The number of its members, bots included.' }),
    createdAt: Instant,
    retentionDays: z.number().int().nullable().default(null).meta({
      description: 'Messages that are older are deleted, in channels that say nothing else; null for none.',
    }),
    editHistory: EditHistory.default('moderators'),
    externalId,
    metadata,
  })
  .meta({ id: 'Server', description: 'A server: members, and the channels that they share.' });
export type Server = z.output<typeof Server>;

export const timedOutUntil = Instant.nullable().default(null).meta({
  description:
    'Until when the member may not write in the server; null for no time-out. What is past is over.',
});

export const ServerMember = z
  .object({ serverId: Id, user: User, role: Role, joinedAt: Instant, timedOutUntil })
  .meta({ id: 'ServerMember', description: 'A user in a server.' });
export type ServerMember = z.output<typeof ServerMember>;
