import { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';
import { writing } from '../kernel/schema/writing.js';
import { Favorites } from '../protocol/records/favorites.js';

/** As many a person has. Each event carries the whole list. */
export const FAVORITES_MAX = 100;

export const FavoriteInput = z.object({ channelId: idInput('the channel') });

export const OrderFavoritesInput = writing(Favorites, {
  channelIds: z
    .array(idInput('a favorite'))
    .max(FAVORITES_MAX)
    .refine((ids) => new Set(ids).size === ids.length, { message: 'must name each channel once' })
    .meta({ description: 'The favorites in their new order; those that are not named stay behind them.' }),
});
