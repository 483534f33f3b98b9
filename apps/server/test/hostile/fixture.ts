import type { Client } from '../../src/testing/client.js';
import { startTestService, type TestService } from '../../src/testing/test-service.js';
import { created, freshName } from '../access/scene.js';

/** Values for each path parameter, the plainest first. */
export type Ids = Readonly<Record<string, readonly [string, ...string[]]>>;

/** A server with some of everything, and its owner. */
export interface HostileScene {
  readonly service: TestService;
  readonly owner: Client;
  /** What exists, by the names of the path parameters that take it. */
  readonly ids: Ids;
}

/** Starts the service and makes a scene in it. */
export async function createHostileScene(): Promise<HostileScene> {
  return createSceneIn(await startTestService());
}

/** Makes a server with channels, messages, a group, bots and an invite, and its owner. */
export async function createSceneIn(service: TestService): Promise<HostileScene> {
  const owner = await service.person(freshName('owner'));
  const member = await service.person(freshName('member'));
  const serverID = await created(owner, '/api/servers', { name: 'Acme' });
  const server = `/api/servers/${serverID}`;
  const code = await inviteTo(server, owner, member);
  const channelID = await created(owner, `${server}/channels`, { name: 'talk' });
  const hidden = await created(owner, `${server}/channels`, { name: 'plans', isPrivate: true });
  const dm = await created(owner, '/api/dms', { userIds: [member.id] });
  const bots = [
    await service.bot(owner, freshName('bot')),
    await service.bot(owner, freshName('bot')),
  ] as const;
  await owner.post(`${server}/members`, { userId: bots[1].id });
  const sessions = await owner.get('/api/auth/sessions');
  return {
    service,
    owner,
    ids: {
      serverID: [serverID],
      channelID: [channelID, hidden, dm],
      messageID: await talk(owner, member, channelID),
      groupID: [await created(owner, `${server}/groups`, { name: 'Work' })],
      attachmentID: [await upload(owner, channelID)],
      botID: [bots[0].id, bots[1].id],
      userID: [member.id, bots[1].id, owner.id],
      sessionID: [sessions.body.data[0].id],
      code: [code],
      emoji: ['👍', 'smile'],
    },
  };
}

/** Some messages, with replies to the first. */
async function talk(owner: Client, member: Client, channelId: string): Promise<[string, ...string[]]> {
  const path = `/api/channels/${channelId}/messages`;
  const root = await created(owner, path, { content: 'Hello' });
  const thread = `/api/messages/${root}/thread`;
  const hi = await created(member, thread, { content: 'Hi' });
  const welcome = await created(owner, thread, { content: 'Welcome' });
  return [root, hi, welcome, await created(member, path, { content: 'Well' })];
}

async function inviteTo(server: string, owner: Client, member: Client): Promise<string> {
  const { body } = await owner.post(`${server}/invites`, {});
  await member.post(`/api/invites/${body.data.code}/accept`);
  return body.data.code;
}

async function upload(owner: Client, channelId: string): Promise<string> {
  const raw = new FormData();
  raw.set('file', new Blob(['notes']), 'notes.txt');
  const { body } = await owner.post(`/api/channels/${channelId}/attachments`, undefined, { raw });
  return body.data[0].id;
}
