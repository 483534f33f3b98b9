import { z } from 'zod';

/** Fields that several events have. */

export const since = z.number().int().meta({
  description:
    'The position in the stream of the new channel or server that its record includes: subscribe from here.',
});

export const memberCount = z.number().int().meta({ description: 'The number of members after the event.' });
