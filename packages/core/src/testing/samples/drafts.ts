import type { AccessTable } from './access-table.js';
import { channelOf, kindOf } from './channels.js';
import { createChannel, type Fixture } from './fixture.js';
import { hiddenFile, hiddenMessage } from './messages.js';

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
    'drafts.get': (fixture, _role, kind) => ofChannel(fixture, kind),
    'drafts.put': async (fixture, _role, kind) => ({
      ...(await ofNewChannel(fixture, kind)),
      input: { content: 'Not sent yet' },
    }),
    'drafts.delete': async (fixture, role, kind) => {
      const { parameters } = await ofNewChannel(fixture, kind);
      await fixture.clients[role].put(`/api/channels/${parameters.channelID}/draft`, { content: 'Kept' });
      return { parameters };
    },
  },
  hiddenFields: [
    {
      operation: 'drafts.put',
      field: 'threadId',
      hide: async (fixture) => ({ role: 'admin', id: await hiddenMessage(fixture) }),
      send: (fixture, threadId) => ({ ...ofChannel(fixture, 'public'), input: { content: 'Hi', threadId } }),
    },
    {
      operation: 'drafts.put',
      field: 'attachmentIds',
      hide: async (fixture) => ({ role: 'admin', id: await hiddenFile(fixture) }),
      send: (fixture, id) => ({ ...ofChannel(fixture, 'public'), input: { attachmentIds: [id] } }),
    },
  ],
};

function ofChannel(fixture: Fixture, kind: string) {
  return { parameters: { channelID: channelOf(fixture, kind) } };
}

async function ofNewChannel(fixture: Fixture, kind: string) {
  return { parameters: { channelID: await createChannel(fixture, kindOf(kind)) } };
}
