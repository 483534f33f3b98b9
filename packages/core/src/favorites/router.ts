import { rest } from '../procedures/rest.js';
import { personProcedure, router } from '../procedures/trpc.js';
import { Favorites } from '../protocol/records/favorites.js';
import { addFavorite, listFavorites, orderFavorites, removeFavorite } from './actions.js';
import { FAVORITES_MAX, FavoriteInput, OrderFavoritesInput } from './schemas.js';

const LIST = '/api/users/me/favorites';
const FAVORITE = '/api/channels/{channelID}/favorite';

export const favoritesRouter = router({
  list: personProcedure
    .meta(
      rest('GET', LIST, {
        tag: 'channels',
        summary: 'List your favorites, in your own order',
        description: 'One in a channel that you may not read any more is left out, and removed.',
        snapshot: true,
        errors: ['PEOPLE_ONLY'],
      }),
    )
    .output(Favorites)
    .query(({ ctx }) => listFavorites(ctx)),

  order: personProcedure
    .meta(
      rest('PUT', LIST, {
        tag: 'channels',
        summary: 'Put your favorites in another order',
        description:
          'Those that are not named stay behind the others. A channel that is no favorite is not found.',
        errors: ['PEOPLE_ONLY', 'CHANNEL_NOT_FOUND'],
      }),
    )
    .input(OrderFavoritesInput)
    .output(Favorites)
    .mutation(({ ctx, input }) => orderFavorites(ctx, input.channelIds)),

  add: personProcedure
    .meta(
      rest('PUT', FAVORITE, {
        tag: 'channels',
        summary: 'Make a channel or a direct message your favorite',
        description: `Nobody else learns of it. It comes last, or stays where it is. You have at most ${FAVORITES_MAX}.`,
        errors: ['PEOPLE_ONLY', 'CHANNEL_NOT_FOUND', 'TOO_MANY_FAVORITES'],
      }),
    )
    .input(FavoriteInput)
    .output(Favorites)
    .mutation(({ ctx, input }) => addFavorite(ctx, input.channelId)),

  remove: personProcedure
    .meta(
      rest('DELETE', FAVORITE, {
        tag: 'channels',
        summary: 'Remove a channel from your favorites',
        description: 'One that is no favorite stays so.',
        errors: ['PEOPLE_ONLY', 'CHANNEL_NOT_FOUND'],
      }),
    )
    .input(FavoriteInput)
    .output(Favorites)
    .mutation(({ ctx, input }) => removeFavorite(ctx, input.channelId)),
});
