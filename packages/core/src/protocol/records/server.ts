import { z } from 'zod';
import { Id, Instant } from '../primitives.js';
import { User } from './user.js';

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
