import { channelOf } from './channels.rows.js';
import type { Fixture } from './fixture.js';
import type { AccessTable } from './matrix.js';

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
    'favorites.order': () => ({ input: { channelIds: [] } }),
    'favorites.add': (fixture, _role, kind) => ofChannel(fixture, kind),
    'favorites.remove': (fixture, _role, kind) => ofChannel(fixture, kind),
  },
};

function ofChannel(fixture: Fixture, kind: string) {
  return { parameters: { channelID: channelOf(fixture, kind) } };
}
