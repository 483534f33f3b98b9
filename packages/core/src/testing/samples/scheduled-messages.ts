import type { AccessTable } from './access-table.js';
import { channelOf, kindOf } from './channels.js';
import { createdId, type Fixture, type Role } from './fixture.js';
import { hiddenFile, hiddenMessage } from './messages.js';

/** Whoever may post in a channel schedules messages there. Nobody sees, changes or sends another's: these are the channel member's. */
export const scheduledMessages: AccessTable = {
  table: `
                                     | anonymous | outsider     | ex-member    | member       | channel member | moderator    | admin        | owner        | bot
  scheduledMessages.create private   | sign in   | no channel   | no channel   | no channel   | 201            | no channel   | no channel   | no channel   | 201
  scheduledMessages.create public    | sign in   | no channel   | no channel   | 201          | 201            | 201          | 201          | 201          | 201
  scheduledMessages.create direct    | sign in   | no channel   | no channel   | no channel   | 201            | no channel   | no channel   | no channel   | 201
  scheduledMessages.list             | sign in   | 200          | 200          | 200          | 200            | 200          | 200          | 200          | 200
  scheduledMessages.edit private     | sign in   | no scheduled | no scheduled | no scheduled | 200            | no scheduled | no scheduled | no scheduled | no scheduled
  scheduledMessages.edit public      | sign in   | no scheduled | no scheduled | no scheduled | 200            | no scheduled | no scheduled | no scheduled | no scheduled
  scheduledMessages.delete private   | sign in   | no scheduled | no scheduled | no scheduled | 200            | no scheduled | no scheduled | no scheduled | no scheduled
  scheduledMessages.delete public    | sign in   | no scheduled | no scheduled | no scheduled | 200            | no scheduled | no scheduled | no scheduled | no scheduled
  scheduledMessages.send private     | sign in   | no scheduled | no scheduled | no scheduled | 201            | no scheduled | no scheduled | no scheduled | no scheduled
  scheduledMessages.send public      | sign in   | no scheduled | no scheduled | no scheduled | 201            | no scheduled | no scheduled | no scheduled | no scheduled
  `,
  prepare: {
    'scheduledMessages.create': (fixture, _role, kind) => ({
      parameters: { channelID: channelOf(fixture, kind) },
      input: later(),
    }),
    'scheduledMessages.list': () => ({}),
    'scheduledMessages.edit': async (...args) => ({
      ...(await ofNew(...args)),
      input: { content: 'Changed' },
    }),
    'scheduledMessages.delete': ofNew,
    'scheduledMessages.send': ofNew,
  },
  hidden: {
    scheduledMessageID: async (fixture) => ({ role: 'admin', id: await scheduleMessage(fixture, 'private') }),
  },
  hiddenFields: [
    {
      operation: 'scheduledMessages.create',
      field: 'threadId',
      hide: async (fixture) => ({ role: 'admin', id: await hiddenMessage(fixture) }),
      send: ({ channels }, threadId) => ({
        parameters: { channelID: channels.public },
        input: { ...later(), threadId },
      }),
    },
    {
      operation: 'scheduledMessages.create',
      field: 'attachmentIds',
      hide: async (fixture) => ({ role: 'admin', id: await hiddenFile(fixture) }),
      send: ({ channels }, id) => ({
        parameters: { channelID: channels.public },
        input: { ...later(), attachmentIds: [id] },
      }),
    },
  ],
};

function later() {
  return { content: 'Later', sendAt: new Date(Date.now() + 3600 * 1000).toISOString() };
}

async function ofNew(fixture: Fixture, _role: Role, kind: string) {
  const member = fixture.clients['channel member'];
  // Those of other requests, which would fill the member's quota.
  for (const { id } of (await member.get('/api/scheduled-messages')).body.data)
    await member.delete(`/api/scheduled-messages/${id}`);
  return { parameters: { scheduledMessageID: await scheduleMessage(fixture, kind) } };
}

/** A scheduled message of the channel member's. */
export function scheduleMessage(fixture: Fixture, kind: string): Promise<string> {
  const path = `/api/channels/${channelOf(fixture, kindOf(kind))}/scheduled-messages`;
  return createdId(fixture.clients['channel member'], path, later());
}
