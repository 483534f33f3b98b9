import { z } from 'zod';
import { Id, Instant } from '../primitives.js';
import { iconPath } from './server.js';

export const Invite = z
  .object({
    code: z.string().meta({ description: 'Who has it may join.' }),
    serverId: Id,
    createdBy: Id,
    createdAt: Instant,
    expiresAt: Instant.nullable().meta({ description: 'Null for an invite that does not expire.' }),
    maxUses: z.number().int().nullable().meta({ description: 'Null for an invite without a limit.' }),
    uses: z.number().int().meta({ description: 'How many users have joined with it.' }),
  })
  .meta({ id: 'Invite', description: 'An invite to a server.' });
export type Invite = z.output<typeof Invite>;

/** What anyone who has the code sees before joining. */
export const InvitePreview = z
  .object({
    code: z.string().meta({ description: 'Who has it may join.' }),
    expiresAt: Instant.nullable(),
    server: z
      .object({
        id: Id,
        name: z.string().meta({ description: 'The name of the server.' }),
        iconPath,
        memberCount: z.number().int().meta({ description: 'The number of its members.' }),
      })
      .meta({ description: 'The server that it leads to.' }),
  })
  .meta({ id: 'InvitePreview', description: 'What anyone who has the code sees before joining.' });
export type InvitePreview = z.output<typeof InvitePreview>;
