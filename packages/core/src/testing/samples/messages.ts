import type { AccessTable } from './access-table.js';
import { channelOf, kindOf } from './channels.js';
import {
  createChannel,
  createdId,
  type Fixture,
  once,
  otherServer,
  postMessage,
  type Role,
  upload,
} from './fixture.js';
import { uniqueName } from './rest-client.js';

/**
 * Messages of the channel member (docs/permissions.md): everybody who sees a channel reads, posts and reacts in it;
 * only the author edits; moderators and admins delete messages of others, and read their earlier texts, in channels that they
 * see. Direct messages have no admins.
 */
export const messages: AccessTable = {
  table: `
                            | anonymous | outsider   | ex-member  | member      | channel member | moderator   | admin       | owner       | bot
  messages.send private     | sign in   | no channel | no channel | no channel  | 201            | no channel  | no channel  | no channel  | 201
  messages.send public      | sign in   | no channel | no channel | 201         | 201            | 201         | 201         | 201         | 201
  messages.send direct      | sign in   | no channel | no channel | no channel  | 201            | no channel  | no channel  | no channel  | 201
  messages.list private     | sign in   | no channel | no channel | no channel  | 200            | no channel  | no channel  | no channel  | 200
  messages.list public      | sign in   | no channel | no channel | 200         | 200            | 200         | 200         | 200         | 200
  messages.list direct      | sign in   | no channel | no channel | no channel  | 200            | no channel  | no channel  | no channel  | 200
  messages.get private      | sign in   | no message | no message | no message  | 200            | no message  | no message  | no message  | 200
  messages.get public       | sign in   | no message | no message | 200         | 200            | 200         | 200         | 200         | 200
  messages.get direct       | sign in   | no message | no message | no message  | 200            | no message  | no message  | no message  | 200
  messages.edit private     | sign in   | no message | no message | no message  | 200            | no message  | no message  | no message  | author only
  messages.edit public      | sign in   | no message | no message | author only | 200            | author only | author only | author only | author only
  messages.edit direct      | sign in   | no message | no message | no message  | 200            | no message  | no message  | no message  | author only
  messages.delete private   | sign in   | no message | no message | no message  | 200            | no message  | no message  | no message  | author only
  messages.delete public    | sign in   | no message | no message | author only | 200            | 200        | 200         | 200         | author only
  messages.delete direct    | sign in   | no message | no message | no message  | 200            | no message  | no message  | no message  | author only
  messages.edits private    | sign in   | no message | no message | no message  | 200            | no message  | no message  | no message  | no earlier
  messages.edits public     | sign in   | no message | no message | no earlier  | 200            | 200         | 200         | 200         | no earlier
  messages.edits direct     | sign in   | no message | no message | no message  | 200            | no message  | no message  | no message  | no earlier
  messages.thread private   | sign in   | no message | no message | no message  | 200            | no message  | no message  | no message  | 200
  messages.thread public    | sign in   | no message | no message | 200         | 200            | 200         | 200         | 200         | 200
  messages.thread direct    | sign in   | no message | no message | no message  | 200            | no message  | no message  | no message  | 200
  messages.reply private    | sign in   | no message | no message | no message  | 201            | no message  | no message  | no message  | 201
  messages.reply public     | sign in   | no message | no message | 201         | 201            | 201         | 201         | 201         | 201
  messages.reply direct     | sign in   | no message | no message | no message  | 201            | no message  | no message  | no message  | 201
  messages.react private    | sign in   | no message | no message | no message  | 200            | no message  | no message  | no message  | 200
  messages.react public     | sign in   | no message | no message | 200         | 200            | 200         | 200         | 200         | 200
  messages.react direct     | sign in   | no message | no message | no message  | 200            | no message  | no message  | no message  | 200
  messages.unreact private  | sign in   | no message | no message | no message  | 200            | no message  | no message  | no message  | 200
  messages.unreact public   | sign in   | no message | no message | 200         | 200            | 200         | 200         | 200         | 200
  messages.unreact direct   | sign in   | no message | no message | no message  | 200            | no message  | no message  | no message  | 200
  messages.reactors private | sign in   | no message | no message | no message  | 200            | no message  | no message  | no message  | 200
  messages.reactors public  | sign in   | no message | no message | 200         | 200            | 200         | 200         | 200         | 200
  messages.reactors direct  | sign in   | no message | no message | no message  | 200            | no message  | no message  | no message  | 200
  messages.pin private      | sign in   | no message | no message | no message  | 200            | no message  | no message  | no message  | 200
  messages.pin public       | sign in   | no message | no message | 200         | 200            | 200         | 200         | 200         | 200
  messages.pin direct       | sign in   | no message | no message | no message  | 200            | no message  | no message  | no message  | 200
  messages.unpin private    | sign in   | no message | no message | no message  | 200            | no message  | no message  | no message  | 200
  messages.unpin public     | sign in   | no message | no message | 200         | 200            | 200         | 200         | 200         | 200
  messages.unpin direct     | sign in   | no message | no message | no message  | 200            | no message  | no message  | no message  | 200
  messages.pins private     | sign in   | no channel | no channel | no channel  | 200            | no channel  | no channel  | no channel  | 200
  messages.pins public      | sign in   | no channel | no channel | 200         | 200            | 200         | 200         | 200         | 200
  messages.pins direct      | sign in   | no channel | no channel | no channel  | 200            | no channel  | no channel  | no channel  | 200
  savedMessages.save private   | sign in | no message | no message | no message  | 200          | no message  | no message  | no message  | people only
  savedMessages.save public    | sign in | no message | no message | 200         | 200          | 200         | 200         | 200         | people only
  savedMessages.save direct    | sign in | no message | no message | no message  | 200          | no message  | no message  | no message  | people only
  savedMessages.unsave private | sign in | no message | no message | no message  | 200          | no message  | no message  | no message  | people only
  savedMessages.unsave public  | sign in | no message | no message | 200         | 200          | 200         | 200         | 200         | people only
  savedMessages.unsave direct  | sign in | no message | no message | no message  | 200          | no message  | no message  | no message  | people only
  savedMessages.list           | sign in | 200        | 200        | 200         | 200          | 200         | 200         | 200         | people only
  reports.create private    | sign in   | no message | no message | no message  | 201            | no message  | no message  | no message  | people only
  reports.create public     | sign in   | no message | no message | 201         | 201            | 201         | 201         | 201         | people only
  reports.create direct     | sign in   | no message | no message | no message  | no dm          | no message  | no message  | no message  | people only
  reports.list              | sign in   | no server  | no server  | moderator only | moderator only | 200         | 200         | 200         | moderator only
  reports.close             | sign in   | no server  | no server  | moderator only | moderator only | 200         | 200         | 200         | moderator only
  `,
  prepare: {
    'reports.create': async (...args) => ({ ...(await ofNewMessage(...args)), input: { reason: 'spam' } }),
    'reports.list': ({ serverId }) => ({ parameters: { serverID: serverId } }),
    'reports.close': async (fixture) => {
      const path = `/api/messages/${await postMessage(fixture, 'public')}/reports`;
      const reportID = await createdId(fixture.otherMember, path, { reason: 'spam' });
      return { parameters: { serverID: fixture.serverId, reportID }, input: { state: 'settled' } };
    },
    'messages.send': async (fixture, _role, kind) => ({
      parameters: { channelID: await createChannel(fixture, kindOf(kind)) },
      input: { content: uniqueName('Hello') },
    }),
    'messages.list': (fixture, _role, kind) => ({ parameters: { channelID: channelOf(fixture, kind) } }),
    'messages.get': ofNewMessage,
    'messages.edit': async (...args) => ({ ...(await ofNewMessage(...args)), input: { content: 'Bye' } }),
    'messages.delete': ofNewMessage,
    'messages.edits': ofNewMessage,
    'messages.thread': ofNewMessage,
    'messages.reply': async (fixture, _role, kind) => {
      const path = `/api/channels/${await createChannel(fixture, kindOf(kind))}/messages`;
      const messageID = await createdId(fixture.clients['channel member'], path, { content: 'Hello' });
      return { parameters: { messageID }, input: { content: 'Bye' } };
    },
    'messages.react': ofReaction,
    'messages.unreact': async (fixture, role, kind) => {
      const { parameters } = await ofReaction(fixture, role, kind);
      const path = `/api/messages/${parameters.messageID}/reactions`;
      await fixture.clients[role].put(`${path}/${encodeURIComponent(parameters.emoji)}`);
      return { parameters };
    },
    'messages.reactors': ofReaction,
    'messages.pin': ofNewMessage,
    'messages.unpin': (...args) => ofMessageWith('pin', ...args),
    'savedMessages.save': ofNewMessage,
    'savedMessages.unsave': (...args) => ofMessageWith('saved', ...args),
    'savedMessages.list': () => ({}),
    'messages.pins': (fixture, _role, kind) => ({ parameters: { channelID: channelOf(fixture, kind) } }),
  },
  hidden: {
    messageID: async (fixture) => ({ role: 'admin', id: await hiddenMessage(fixture) }),
    threadID: async (fixture) => ({ role: 'admin', id: await hiddenMessage(fixture) }),
    reportID: async (fixture) => ({ role: 'owner', id: await reportInOtherServer(fixture) }),
  },
  hiddenFields: [
    {
      operation: 'messages.send',
      field: 'threadId',
      hide: async (fixture) => ({ role: 'admin', id: await hiddenMessage(fixture) }),
      send: ({ channels }, threadId) => ({
        parameters: { channelID: channels.public },
        input: { content: 'Hi', threadId },
      }),
    },
    {
      operation: 'messages.send',
      field: 'attachmentIds',
      hide: async (fixture) => ({ role: 'admin', id: await hiddenFile(fixture) }),
      send: ({ channels }, id) => ({
        parameters: { channelID: channels.public },
        input: { attachmentIds: [id] },
      }),
    },
  ],
};

/** A message in the private channel, with the file. */
export function hiddenMessage(fixture: Fixture): Promise<string> {
  return once(fixture, 'hidden message', async () =>
    postMessage(fixture, 'private', { attachmentIds: [await hiddenFile(fixture)] }),
  );
}

/** A file in the private channel. */
export function hiddenFile(fixture: Fixture): Promise<string> {
  return once(fixture, 'hidden file', () => upload(fixture, 'private'));
}

async function reportInOtherServer(fixture: Fixture): Promise<string> {
  const { owner } = fixture.clients;
  const { body } = await owner.get(`/api/servers/${await otherServer(fixture)}/channels`);
  const message = await createdId(owner, `/api/channels/${body.data[0].id}/messages`, { content: 'spam' });
  return createdId(owner, `/api/messages/${message}/reports`, { reason: 'spam' });
}

/**
 * Files: uploaded by users who may post; fetched by readers of the message, and by the uploader until a message has
 * them.
 */
export const attachments: AccessTable = {
  table: `
                             | anonymous | outsider   | ex-member  | member     | channel member | moderator  | admin      | owner      | bot
  attachments.upload private | sign in   | no channel | no channel | no channel | 201            | no channel | no channel | no channel | 201
  attachments.upload public  | sign in   | no channel | no channel | 201        | 201            | 201        | 201        | 201        | 201
  attachments.upload direct  | sign in   | no channel | no channel | no channel | 201            | no channel | no channel | no channel | 201
  attachments.get private    | sign in   | no file    | no file    | no file    | 200            | no file    | no file    | no file    | 200
  attachments.get public     | sign in   | no file    | no file    | 200        | 200            | 200        | 200        | 200        | 200
  attachments.get direct     | sign in   | no file    | no file    | no file    | 200            | no file    | no file    | no file    | 200
  attachments.get unclaimed  | sign in   | no file    | no file    | no file    | 200            | no file    | no file    | no file    | no file
  attachments.address private   | sign in | no file   | no file    | no file    | 200            | no file    | no file    | no file    | people only
  attachments.address public    | sign in | no file   | no file    | 200        | 200            | 200        | 200        | 200        | people only
  attachments.address direct    | sign in | no file   | no file    | no file    | 200            | no file    | no file    | no file    | people only
  attachments.address unclaimed | sign in | no file   | no file    | no file    | 200            | no file    | no file    | no file    | people only
  attachments.open              | 200     | 200       | 200        | 200        | 200            | 200        | 200        | 200        | 200
  attachments.open none         | no file | no file   | no file    | no file    | no file        | no file    | no file    | no file    | no file
  `,
  prepare: {
    'attachments.upload': (fixture, _role, kind) => ({
      parameters: { channelID: channelOf(fixture, kind) },
      file: Buffer.from('notes'),
    }),
    'attachments.get': ofNewFile,
    'attachments.address': ofNewFile,
    'attachments.open': async (fixture, role, variant) => {
      if (variant === 'none') return { parameters: { address: 'nothing' } };
      const { parameters } = await ofNewFile(fixture, role, 'public');
      const path = `/api/attachments/${parameters.attachmentID}/address`;
      const { body } = await fixture.clients['channel member'].get(path);
      return { parameters: { address: body.data.url.split('/').at(-1) } };
    },
  },
  hidden: { attachmentID: async (fixture) => ({ role: 'admin', id: await hiddenFile(fixture) }) },
};

async function ofNewFile(fixture: Fixture, _role: string, variant: string) {
  const isClaimed = variant !== 'unclaimed';
  const kind = isClaimed ? kindOf(variant) : 'public';
  const attachmentID = await upload(fixture, kind);
  if (isClaimed) await postMessage(fixture, kind, { attachmentIds: [attachmentID] });
  return { parameters: { attachmentID } };
}

async function ofNewMessage(fixture: Fixture, _role: string, kind: string) {
  return { parameters: { messageID: await postMessage(fixture, kindOf(kind)) } };
}

/** A message that the caller has pinned or saved, where they may. */
async function ofMessageWith(mark: 'pin' | 'saved', fixture: Fixture, role: Role, kind: string) {
  const { parameters } = await ofNewMessage(fixture, role, kind);
  const { messageID } = parameters;
  await fixture.clients[role].put(`/api/messages/${messageID}/${mark}`);
  return { parameters };
}

async function ofReaction(fixture: Fixture, role: string, kind: string) {
  const { parameters } = await ofNewMessage(fixture, role, kind);
  return { parameters: { ...parameters, emoji: '👍' } };
}
