import { z } from 'zod';
import { Id, Instant } from '../primitives.js';

/** docs/reference.md, section 2, Server emoji. */
export const ServerEmoji = z
  .object({
    id: Id,
    serverId: Id,
    name: z.string().meta({ description: 'What people type between colons; unique in the server.' }),
    imagePath: z.string().meta({ description: 'The path of the image, a WebP, on this service.' }),
    animated: z.boolean().meta({ description: 'Whether the image is an animation.' }),
    createdBy: Id.meta({ description: 'Who uploaded it.' }),
    createdAt: Instant,
  })
  .meta({ id: 'ServerEmoji', description: 'An emoji that a server has made itself.' });
export type ServerEmoji = z.output<typeof ServerEmoji>;
