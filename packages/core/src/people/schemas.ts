import { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';
import { optional, optionalOr } from '../kernel/schema/optional.js';
import { nameText } from '../kernel/schema/text.js';
import { wholeNumber } from '../kernel/schema/whole-number.js';

const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 50;

export const FindPeopleInput = z
  .object({
    q: nameText(1, 64).meta({
      description: 'The beginning of a name, of a word of it, or from three characters on any part.',
      example: 'ali',
    }),
    serverId: optional(idInput('the server')).meta({ description: 'Find members of this server alone.' }),
    channelId: optional(idInput('the channel')).meta({
      description: 'Find those who can read this channel alone.',
    }),
    limit: optionalOr(wholeNumber(1), LIMIT_DEFAULT)
      .transform((limit) => Math.min(limit, LIMIT_MAX))
      .meta({
        description: `How many people to return at most; above ${LIMIT_MAX} is served as ${LIMIT_MAX}.`,
      }),
  })
  .refine(({ serverId, channelId }) => serverId === undefined || channelId === undefined, {
    path: ['channelId'],
    message: 'cannot be given beside "serverId"',
  });
export type FindPeopleInput = z.output<typeof FindPeopleInput>;
