import type { AccessTable } from './access-table.js';
import { kindOf } from './channels.js';
import { createChannel, type Fixture, type Role } from './fixture.js';

/** People mark channels that they may read, for themselves. Nobody reads another's favorites. */
export const favorites: AccessTable = {
  table: `
                            | anonymous | outsider   | ex-member  | member     | channel member | moderator  | admin      | owner      | bot
  favorites.list            | sign in   | 200        | 200        | 200        | 200            | 200        | 200        | 200        | people only
  favorites.order           | sign in   | 200        | 200        | 200        | 200            | 200        | 200        | 200        | people only
  favorites.add private     | sign in   | no channel | no channel | no channel | 200            | no channel | no channel | no channel | people only
  favorites.add public      | sign in   | no channel | no channel | 200        | 200            | 200        | 200        | 200        | people only
  favorites.add direct      | sign in   | no channel | no channel | no channel | 200            | no channel | no channel | no channel | people only
  favorites.remove private  | sign in   | no channel | no channel | no channel | 200            | no channel | no channel | no channel | people only
  favorites.remove public   | sign in   | no channel | no channel | 200        | 200            | 200        | 200        | 200        | people only
  favorites.remove direct   | sign in   | no channel | no channel | no channel | 200            | no channel | no channel | no channel | people only
  `,
  prepare: {
    'favorites.list': () => ({}),
    'favorites.order': async (fixture, role) => {
      const made = [await favoriteOf(fixture, role), await favoriteOf(fixture, role)];
      return { input: { channelIds: made.filter((id) => id !== null).toReversed() } };
    },
    'favorites.add': async (fixture, _role, kind) => ({
      parameters: { channelID: await createChannel(fixture, kindOf(kind)) },
    }),
    'favorites.remove': async (fixture, role, kind) => {
      const channelID = await createChannel(fixture, kindOf(kind));
      await fixture.clients[role].put(`/api/channels/${channelID}/favorite`);
      return { parameters: { channelID } };
    },
  },
  hiddenFields: [
    {
      operation: 'favorites.order',
      field: 'channelIds',
      hide: ({ channels: { private: id } }) => ({ role: 'admin', id }),
      send: (_fixture, id) => ({ input: { channelIds: [id] } }),
    },
  ],
};

/** A new channel that the caller has marked; null for who may not see it. */
async function favoriteOf(fixture: Fixture, role: Role): Promise<string | null> {
  const channelId = await createChannel(fixture, 'public');
  const { status } = await fixture.clients[role].put(`/api/channels/${channelId}/favorite`);
  return status === 200 ? channelId : null;
}
