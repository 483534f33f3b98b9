import { createdId, createInvite, uniqueName, uploadTo } from '@palaver/core/testing';
import type { Client } from '../../src/testing/client.js';
import { startTestService, type TestService } from '../../src/testing/test-service.js';

/** Ids of things that exist, by path parameter, the most ordinary first. */
export type Ids = Readonly<Record<string, readonly [string, ...string[]]>>;

/** A server with at least one resource of each kind, and its owner. */
export interface HostileFixture {
  readonly service: TestService;
  readonly owner: Client;
  readonly ids: Ids;
}

/** Starts the service and creates a fixture in it. */
export async function createHostileFixture(): Promise<HostileFixture> {
  return createFixtureIn(await startTestService());
}

/** Creates a server with channels, messages, a group, bots and an invite, and its owner. */
export async function createFixtureIn(service: TestService): Promise<HostileFixture> {
  const owner = await service.person(uniqueName('owner'));
  const member = await service.person(uniqueName('member'));
  const serverID = await createdId(owner, '/api/servers', { name: 'Acme' });
  const server = `/api/servers/${serverID}`;
  const code = await createInvite(owner, serverID);
  await member.post(`/api/invites/${code}/accept`);
  const channelID = await createdId(owner, `${server}/channels`, { name: 'talk' });
  const hidden = await createdId(owner, `${server}/channels`, { name: 'plans', isPrivate: true });
  const dm = await createdId(owner, '/api/dms', { userIds: [member.id] });
  const bots = [
    await service.bot(owner, uniqueName('bot')),
    await service.bot(owner, uniqueName('bot')),
  ] as const;
  await owner.post(`${server}/members`, { userId: bots[1].id });
  const sessions = await owner.get('/api/auth/sessions');
  return {
    service,
    owner,
    ids: {
      serverID: [serverID],
      channelID: [channelID, hidden, dm],
      messageID: await postMessages(owner, member, channelID),
      groupID: [await createdId(owner, `${server}/groups`, { name: 'Work' })],
      attachmentID: [await uploadTo(owner, channelID)],
      botID: [bots[0].id, bots[1].id],
      userID: [member.id, bots[1].id, owner.id],
      sessionID: [sessions.body.data[0].id],
      code: [code],
      emoji: ['👍', 'smile'],
    },
  };
}

/** Posts some messages, with replies to the first. */
async function postMessages(
  owner: Client,
  member: Client,
  channelId: string,
): Promise<[string, ...string[]]> {
  const path = `/api/channels/${channelId}/messages`;
  const root = await createdId(owner, path, { content: 'Hello' });
  const thread = `/api/messages/${root}/thread`;
  const hi = await createdId(member, thread, { content: 'Hi' });
  const welcome = await createdId(owner, thread, { content: 'Welcome' });
  return [root, hi, welcome, await createdId(member, path, { content: 'Well' })];
}
