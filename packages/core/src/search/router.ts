import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { actorProcedure, router } from '../procedures/trpc.js';
import { FoundMessage } from '../protocol/records/found-message.js';
import { searchAll, searchServer } from './reads.js';
import { SearchInput, SearchServerInput } from './schemas.js';

const ERRORS = ['SEARCH_TOO_BROAD', 'SEARCH_BEHIND'] as const;
const GRAMMAR =
  'Words and phrases are found without regard to case and accents, also as parts of longer words. All parts of the query have to ' +
  'hold. Only what you may read now is found.';

export const searchRouter = router({
  inServer: actorProcedure
    .meta(
      rest('GET', '/api/servers/{serverID}/search', {
        tag: 'messages',
        summary: 'Search the messages of a server',
        description: GRAMMAR,
        errors: ['SERVER_NOT_FOUND', ...ERRORS],
      }),
    )
    .input(SearchServerInput)
    .output(z.array(FoundMessage))
    .query(({ ctx, input }) => searchServer(ctx, input)),

  everywhere: actorProcedure
    .meta(
      rest('GET', '/api/search', {
        tag: 'messages',
        summary: 'Search the messages of all your servers and direct messages',
        description: GRAMMAR,
        errors: [...ERRORS],
      }),
    )
    .input(SearchInput)
    .output(z.array(FoundMessage))
    .query(({ ctx, input }) => searchAll(ctx, input)),
});
