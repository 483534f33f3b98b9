import type { Favorites } from '../service.js';
import { plain, type SingleResource } from './resource.js';
import type { Reducer } from './view.js';

/** `favorites.list`. */
export const reduceFavorites: Reducer<Favorites> = (_favorites, { type, data }) =>
  type === 'favorites.updated' ? { state: { channelIds: data.channelIds } } : null;

/** The channels that the person has marked. */
export const favorites: SingleResource<Favorites> = /* @__PURE__ */ plain({
  key: 'favorites',
  ask: (api) => api.favorites.list.query(),
  reduce: reduceFavorites,
});
