import { z } from 'zod';
import { Id, Instant } from '../primitives.js';

/** docs/reference.md, section 2, User group. */
export const UserGroup = z
  .object({
    id: Id,
    serverId: Id,
    handle: z.string().meta({ description: 'What mentions it: `@` and the handle, in any case.' }),
    name: z.string().meta({ description: 'The name that is shown to people.' }),
    memberCount: z.number().int().meta({ description: 'The number of its members.' }),
    createdBy: Id,
    createdAt: Instant,
  })
  .meta({ id: 'UserGroup', description: 'A group of people of a server, who are mentioned together.' });
export type UserGroup = z.output<typeof UserGroup>;
