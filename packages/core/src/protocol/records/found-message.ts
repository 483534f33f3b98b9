import { z } from 'zod';
import { Message } from './message.js';

const offset = (what: string) =>
  z
    .number()
    .int()
    .meta({ description: `${what}, in UTF-16 code units, as in a string of JavaScript.` });

/** docs/search.md. */
export const FoundMessage = z
  .object({
    message: Message.meta({ description: 'The message, as it is now.' }),
    ranges: z
      .array(
        z.object({
          start: offset('Where the part begins'),
          end: offset('Where the part ends: the first unit after it'),
        }),
      )
      .meta({
        description:
          'The parts of the content in which words and phrases were found, in order and without overlaps; at most 100. None for a ' +
          'search by operators alone.',
      }),
  })
  .meta({ id: 'FoundMessage', description: 'A message that a search has found.' });
export type FoundMessage = z.output<typeof FoundMessage>;
