import { z } from 'zod';
import { Id } from '../primitives.js';

/** docs/reference.md, Favorites. */
export const Favorites = z
  .object({
    channelIds: z.array(Id).meta({ description: 'Channels and direct messages, in your own order.' }),
  })
  .meta({ id: 'Favorites', description: 'The channels that you have marked for yourself.' });
export type Favorites = z.output<typeof Favorites>;
