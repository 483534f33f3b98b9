import { createdId } from '@palaver/core/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../src/testing/client.js';
import { startTestNodes, type TestNodes } from '../src/testing/test-nodes.js';
import type { TestService } from '../src/testing/test-service.js';
import { openSocket } from './access/socket.js';

let nodes: TestNodes;
let a: TestService;
let b: TestService;
let alice: Client;
let botId: string;
let token: string;
let channelId: string;
beforeAll(async () => {
  nodes = await startTestNodes(2);
  const [first, second] = nodes.nodes;
  if (!first || !second) throw new Error('There are two nodes');
  [a, b] = [first, second];
  alice = await a.person('alice');
  const serverId = await createdId(alice, '/api/servers', { name: 'Acme' });
  channelId = await createdId(alice, `/api/servers/${serverId}/channels`, { name: 'orders' });
  const scopes = ['interactions:read', 'interactions:write', 'realtime:read'];
  const { body } = await alice.post('/api/bots', { username: 'robot', scopes });
  ({ token } = body.data);
  botId = body.data.bot.id;
  await alice.post(`/api/servers/${serverId}/members`, { userId: botId });
});
afterAll(() => nodes.close());

const robotAt = (node: TestService) => node.client(token, '');
const listen = async (client: Client, streamId: string) => {
  const socket = await openSocket(client);
  socket.send('subscribe', { channelIds: [streamId] });
  expect((await socket.until('subscribed')).data.denied).toEqual([]);
  return socket;
};

test('a command that is invoked at one node is heard and answered at the other, in each way', async () => {
  const commands = [
    {
      name: 'deploy',
      description: 'Deploys a version',
      options: [{ name: 'to', description: 'Where to', type: 'string', required: true }],
    },
  ];
  expect((await robotAt(b).put(`/api/bots/${botId}/commands`, { commands })).status).toBe(200);
  const listed = await alice.get(`/api/channels/${channelId}/commands`);
  expect(listed.body.data).toMatchObject([{ bot: { id: botId }, commands }]);
  const [robot, own] = [
    await listen(robotAt(b), botId),
    await listen(b.client(alice.token, alice.id), alice.id),
  ];
  const invoke = `/api/channels/${channelId}/commands/invoke`;
  const interactionId = await createdId(alice, invoke, { botId, name: 'deploy', options: { to: 'prod' } });
  const heard = (await robot.until('interaction.created')).data;
  expect(heard).toMatchObject({ id: interactionId, userId: alice.id, channelId, options: { to: 'prod' } });
  const path = `/api/interactions/${heard.id}/response`;
  const answered = await robotAt(b).post(path, { content: 'for alice alone', ephemeral: true });
  expect(answered.body.data).toMatchObject({ number: 1, ephemeral: true, messageId: null });
  expect((await own.until('interaction.responded')).data).toMatchObject({
    interactionId,
    content: 'for alice alone',
  });
  const components = [{ components: [{ type: 'button', id: 'go', label: 'Go' }] }];
  const posted = await robotAt(a).post(path, { content: 'Deployed', components });
  const { messageId } = posted.body.data;
  const message = await alice.get(`/api/messages/${messageId}`);
  expect(message.body.data).toMatchObject({
    userId: botId,
    interaction: { id: interactionId, userId: alice.id, name: 'deploy' },
  });
  const second = await listen(robotAt(a), botId);
  const use = `/api/messages/${messageId}/components/go`;
  expect((await b.client(alice.token, alice.id).post(use, {})).status).toBe(201);
  expect((await second.until('interaction.created')).data).toMatchObject({ messageId, componentId: 'go' });
  for (const socket of [robot, own, second]) socket.close();
});

test('a retry at the other node gets the first answer, and the bot is asked once', async () => {
  await robotAt(a).put(`/api/bots/${botId}/commands`, {
    commands: [{ name: 'ping', description: 'Answers' }],
  });
  const headers = { 'Idempotency-Key': 'ping-1' };
  const path = `/api/channels/${channelId}/commands/invoke`;
  const input = { botId, name: 'ping' };
  const first = await alice.post(path, input, { headers });
  const again = await b.client(alice.token, alice.id).post(path, input, { headers });
  expect(again.body).toEqual(first.body);
  const respond = `/api/interactions/${first.body.data.id}/response`;
  const given = { content: 'pong' };
  const pong = { headers: { 'Idempotency-Key': 'pong-1' } };
  const answers = [await robotAt(a).post(respond, given, pong), await robotAt(b).post(respond, given, pong)];
  expect(answers[1]?.body).toEqual(answers[0]?.body);
  const { body } = await alice.get(`/api/channels/${channelId}/messages`);
  expect(body.data.filter((one: { content: string }) => one.content === 'pong')).toHaveLength(1);
});
