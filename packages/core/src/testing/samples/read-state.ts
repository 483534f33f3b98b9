import type { AccessTable } from './access-table.js';
import { kindOf } from './channels.js';
import { createChannel, createdId, createServer, type Fixture, postMessage, type Role } from './fixture.js';

/** People have positions in the channels that they are members of. Bots have none. */
export const readState: AccessTable = {
  table: `
                                 | anonymous | outsider    | ex-member   | member       | channel member | moderator    | admin        | owner        | bot
  readState.markRead private     | sign in   | no channel  | no channel  | no channel   | 200            | no channel   | no channel   | no channel   | people only
  readState.markRead public      | sign in   | no channel  | no channel  | not a member | 200            | not a member | not a member | not a member | people only
  readState.markRead direct      | sign in   | no channel  | no channel  | no channel   | 200            | no channel   | no channel   | no channel   | people only
  readState.getForChannel private | sign in  | no channel  | no channel  | no channel   | 200            | no channel   | no channel   | no channel   | people only
  readState.getForChannel public | sign in   | no channel  | no channel  | not a member | 200            | not a member | not a member | not a member | people only
  readState.getForChannel direct | sign in   | no channel  | no channel  | no channel   | 200            | no channel   | no channel   | no channel   | people only
  readState.receipts private     | sign in   | no channel  | no channel  | no channel   | 200            | no channel   | no channel   | no channel   | people only
  readState.receipts public      | sign in   | no channel  | no channel  | not a member | 200            | not a member | not a member | not a member | people only
  readState.receipts direct      | sign in   | no channel  | no channel  | no channel   | 200            | no channel   | no channel   | no channel   | people only
  threads.follow private         | sign in   | no message  | no message  | no message   | 200            | no message   | no message   | no message   | people only
  threads.follow public          | sign in   | no message  | no message  | 200          | 200            | 200          | 200          | 200          | people only
  threads.follow direct          | sign in   | no message  | no message  | no message   | 200            | no message   | no message   | no message   | people only
  threads.unfollow private       | sign in   | no message  | no message  | no message   | 200            | no message   | no message   | no message   | people only
  threads.unfollow public        | sign in   | no message  | no message  | 200          | 200            | 200          | 200          | 200          | people only
  threads.unfollow direct        | sign in   | no message  | no message  | no message   | 200            | no message   | no message   | no message   | people only
  threads.markRead private       | sign in   | no message  | no message  | no message   | not a follower | no message   | no message   | no message   | people only
  threads.markRead public        | sign in   | no message  | no message  | not a follower | not a follower | not a follower | not a follower | not a follower | people only
  threads.markRead direct        | sign in   | no message  | no message  | no message   | not a follower | no message   | no message   | no message   | people only
  threads.markRead followed      | sign in   | no message  | no message  | 200          | 200            | 200          | 200          | 200          | people only
  threads.getForServer           | sign in   | no server   | no server   | 200          | 200            | 200          | 200          | 200          | people only
  threads.list                   | sign in   | 200         | 200         | 200          | 200            | 200          | 200          | 200          | people only
  readState.markServerRead       | sign in   | no server   | no server   | 200          | 200            | 200          | 200          | 200          | people only
  readState.getForServer         | sign in   | no server   | no server   | 200          | 200            | 200          | 200          | 200          | people only
  readState.list                 | sign in   | 200         | 200         | 200          | 200            | 200          | 200          | 200          | people only
  `,
  prepare: {
    'readState.markRead': async (fixture, _role, kind) => {
      const channelID = await createChannel(fixture, kindOf(kind));
      const { body } = await fixture.clients['channel member'].post(`/api/channels/${channelID}/messages`, {
        content: 'Hello',
      });
      return { parameters: { channelID }, input: { messageId: body.data.id } };
    },
    'readState.getForChannel': ofChannel,
    'readState.receipts': ofChannel,
    'threads.follow': ofMessage,
    'threads.unfollow': ofFollowed,
    'threads.markRead': async (fixture, role, variant) => {
      const isFollowed = variant === 'followed';
      const { parameters } = await (isFollowed ? ofFollowed : ofMessage)(
        fixture,
        role,
        isFollowed ? 'public' : variant,
      );
      const { messageID } = parameters;
      return { parameters: { threadID: messageID }, input: { messageId: messageID, unread: true } };
    },
    'threads.getForServer': ofServer,
    'threads.list': () => ({}),
    'readState.markServerRead': async (fixture, role) => {
      const serverID = await createServer(fixture, role);
      const { owner } = fixture.clients;
      const { body } = await owner.get(`/api/servers/${serverID}/channels`);
      await createdId(owner, `/api/channels/${body.data[0].id}/messages`, { content: 'Welcome' });
      return { parameters: { serverID } };
    },
    'readState.getForServer': ofServer,
    'readState.list': () => ({}),
  },
};

async function ofChannel(fixture: Fixture, _role: unknown, kind: string) {
  return { parameters: { channelID: await createChannel(fixture, kindOf(kind)) } };
}

/** A message whose thread the caller follows, where they may. */
async function ofFollowed(fixture: Fixture, role: Role, kind: string) {
  const { parameters } = await ofMessage(fixture, role, kind);
  await fixture.clients[role].put(`/api/messages/${parameters.messageID}/follow`);
  return { parameters };
}

async function ofMessage(fixture: Fixture, _role: unknown, kind: string) {
  return { parameters: { messageID: await postMessage(fixture, kindOf(kind)) } };
}

function ofServer({ serverId }: Fixture) {
  return { parameters: { serverID: serverId } };
}
