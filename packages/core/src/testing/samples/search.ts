import type { AccessTable } from './access-table.js';

/** Everybody finds what they may read; the tests of the slice say what that is. */
export const search: AccessTable = {
  table: `
                    | anonymous | outsider  | ex-member | member | channel member | moderator  | admin | owner | bot
  search.inServer   | sign in   | no server | no server | 200    | 200            | 200        | 200   | 200   | 200
  search.everywhere | sign in   | 200       | 200       | 200    | 200            | 200        | 200   | 200   | 200
  `,
  prepare: {
    'search.inServer': ({ serverId }) => ({ parameters: { serverID: serverId }, input: { q: 'hello' } }),
    'search.everywhere': () => ({ input: { q: 'hello' } }),
  },
};
