import { channelOf } from './channels.rows.js';
import type { Fixture } from './fixture.js';
import type { AccessTable } from './matrix.js';

/** People have drafts of their own in the channels that they may read. Nobody reads another's. */
export const drafts: AccessTable = {
  table: `
                          | anonymous | outsider   | ex-member  | member     | channel member | moderator  | admin      | owner      | bot
  drafts.list             | sign in   | 200        | 200        | 200        | 200            | 200        | 200        | 200        | people only
  drafts.get private      | sign in   | no channel | no channel | no channel | no draft       | no channel | no channel | no channel | people only
  drafts.get public       | sign in   | no channel | no channel | no draft   | no draft       | no draft   | no draft   | no draft   | people only
  drafts.get direct       | sign in   | no channel | no channel | no channel | no draft       | no channel | no channel | no channel | people only
  drafts.put private      | sign in   | no channel | no channel | no channel | 200            | no channel | no channel | no channel | people only
  drafts.put public       | sign in   | no channel | no channel | 200        | 200            | 200        | 200        | 200        | people only
  drafts.put direct       | sign in   | no channel | no channel | no channel | 200            | no channel | no channel | no channel | people only
  drafts.delete private   | sign in   | no channel | no channel | no channel | 200            | no channel | no channel | no channel | people only
  drafts.delete public    | sign in   | no channel | no channel | 200        | 200            | 200        | 200        | 200        | people only
  drafts.delete direct    | sign in   | no channel | no channel | no channel | 200            | no channel | no channel | no channel | people only
  `,
  prepare: {
    'drafts.list': () => ({}),
    'drafts.get': async (fixture, _role, kind) => {
      const channelID = channelOf(fixture, kind);
      // What the line of another operation has put there.
      for (const client of Object.values(fixture.clients))
        await client.delete(`/api/channels/${channelID}/draft`);
      return { parameters: { channelID } };
    },
    'drafts.put': (fixture, _role, kind) => ({
      ...ofChannel(fixture, kind),
      input: { content: 'Not sent yet' },
    }),
    'drafts.delete': (fixture, _role, kind) => ofChannel(fixture, kind),
  },
};

function ofChannel(fixture: Fixture, kind: string) {
  return { parameters: { channelID: channelOf(fixture, kind) } };
}
