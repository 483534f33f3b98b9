import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { actorProcedure } from '../procedures/trpc.js';
import { User } from '../protocol/records/user.js';
import { findPeople } from './reads.js';
import { FindPeopleInput } from './schemas.js';

export const peopleProcedures = {
  search: actorProcedure
    .meta(
      rest('GET', '/api/users/search', {
        tag: 'users',
        summary: 'Find people by their names',
        description:
          'People and bots whom you meet: members of your servers, and the people of your direct messages, you included. Case and ' +
          'accents do not count. First those of whom a name begins with the text, then those of whom a word does, then the others; ' +
          'among equals by name.',
        errors: ['SERVER_NOT_FOUND', 'CHANNEL_NOT_FOUND'],
      }),
    )
    .input(FindPeopleInput)
    .output(z.array(User))
    .query(({ ctx, input }) => findPeople(ctx, input)),
};
