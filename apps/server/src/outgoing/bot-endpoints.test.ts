import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import {
  createServerWith,
  createWorld,
  createWorlds,
  type TestUser,
  type World,
} from '@palaver/core/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { close, listen } from '../testing/listen.js';
import { isSignedWith, type Received, startReceiver, type TestReceiver } from './receiver.fixture.js';
import { createWebhookSender, type RunningWebhookSender } from './webhook-sender.js';
import { LOOPBACK } from './webhooks.fixture.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const COMMANDS = [
  { name: 'ping', description: 'Answers' },
  {
    name: 'deploy',
    description: 'Deploys',
    options: [{ name: 'where', description: 'Where to', type: 'string' as const }],
  },
];

let receiver: TestReceiver;
let sender: RunningWebhookSender;
let world: World;
let alice: TestUser;
let bob: TestUser;
let channelId: string;
let serverId: string;
let botId: string;
let robot: TestUser;
let path: string;
let secret: string;
let n = 0;

beforeAll(async () => {
  receiver = await startReceiver();
  sender = createWebhookSender(LOOPBACK, 1_000);
  world = await createWorld({ webhookSender: sender, quotas: { bots: 1_000 } });
});
afterAll(async () => {
  await world.close();
  await sender.close();
  await receiver.stop();
});
beforeEach(async () => {
  receiver.behave(later);
  // A test may move the clock, so that who has proven who they are before it has not after it.
  [alice, bob] = [await world.person(`alice-${++n}`), await world.person(`bob-${n}`)];
  ({ id: serverId } = await createServerWith(alice, bob));
  ({ id: channelId } = await alice.call.channels.create({ serverId, name: `channel-${++n}` }));
  ({ botId, robot, path, secret } = await newBot());
});

/** A bot of alice's in her server that is called at a path of its own. */
async function newBot() {
  const { bot, token } = await alice.call.bots.create({ username: `robot-${++n}` });
  await alice.call.servers.addMember({ serverId, userId: bot.id });
  await alice.call.interactions.setCommands({ botId: bot.id, commands: COMMANDS });
  const at = `/bot-${n}/`;
  const set = await alice.call.interactions.setEndpoint({ botId: bot.id, url: `${receiver.url}${at}` });
  return { botId: bot.id, robot: world.userWithToken(bot.id, token), path: at, secret: set.secret ?? '' };
}

const later = (_received: Received, res: ServerResponse) => void res.writeHead(202).end();
const answering =
  (body: unknown, status = 200) =>
  (_received: Received, res: ServerResponse) =>
    void res
      .writeHead(status, { 'Content-Type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));

const ask = (who = bob, options = {}) =>
  who.call.interactions.invoke({ channelId, botId, name: 'deploy', options });

async function pass(milliseconds = 0): Promise<void> {
  world.clock.advance(milliseconds);
  await world.services.webhooks.idle();
}

const endpoint = () => alice.call.interactions.endpoint({ botId });
const answersTo = async (id: string, who = bob) =>
  (await world.log({ id: who.id })).flatMap((event) =>
    event.type === 'interaction.responded' && event.data.interactionId === id ? [event.data] : [],
  );

describe('a call', () => {
  test('has the interaction as the log has it, signed, and is in the stream of the bot as well', async () => {
    const { id, createdAt } = await ask(bob, { where: 'prod' });
    await pass();
    const [got, ...more] = receiver.at(path);
    if (!got) throw new Error('the bot was called');
    expect(more).toEqual([]);
    expect(got.id).toBe(id);
    expect(JSON.parse(got.body)).toEqual({
      type: 'interaction.created',
      timestamp: createdAt,
      serverId,
      data: expect.objectContaining({
        id,
        botId,
        userId: bob.id,
        channelId,
        kind: 'command',
        options: { where: 'prod' },
      }),
    });
    expect(isSignedWith(secret, got)).toBe(true);
    expect((await world.log({ id: botId })).map(({ type }) => type)).toContain('interaction.created');
    await pass(MINUTE_MS);
    expect(receiver.at(path)).toHaveLength(1);
    expect(await endpoint()).toMatchObject({ failingSince: null, failedAt: null, error: null });
  });

  test('comes for a component, with what was chosen', async () => {
    const choices = [{ value: 'a', label: 'A' }];
    const components = [{ components: [{ type: 'select' as const, id: 'pick', choices }] }];
    const { id: messageId } = await robot.call.messages.send({ channelId, content: 'Choose', components });
    await bob.call.interactions.useComponent({ messageId, componentId: 'pick', values: ['a'] });
    await pass();
    expect(receiver.at(path)[0]?.data).toMatchObject({
      kind: 'component',
      messageId,
      componentId: 'pick',
      values: ['a'],
    });
  });

  test('of what one person asks comes in order; another person waits for none of it', async () => {
    receiver.behave(({ data }, res) => void res.writeHead(data.userId === bob.id ? 500 : 204).end());
    for (const where of ['1', '2', '3']) await ask(bob, { where });
    await ask(alice, { where: 'other' });
    await pass();
    const wheres = () => receiver.at(path).map(({ data }) => data.options.where);
    expect(wheres().sort()).toEqual(['1', 'other']);
    receiver.behave(later);
    await pass(2 * SECOND_MS);
    expect(wheres().slice(2)).toEqual(['1', '2', '3']);
    const ofFirst = receiver.at(path).filter(({ data }) => data.options.where === '1');
    expect(new Set(ofFirst.map(({ id }) => id)).size).toBe(1);
  });
});

describe('an answer in the body', () => {
  test('is a message of the bot', async () => {
    receiver.behave(
      answering({
        content: 'Deployed.',
        components: [{ components: [{ type: 'button', id: 'undo', label: 'Undo' }] }],
      }),
    );
    const { id } = await ask();
    await pass();
    const [message] = await bob.call.messages.list({ channelId });
    expect(message).toMatchObject({
      content: 'Deployed.',
      user: { id: botId },
      interaction: { id, userId: bob.id, name: 'deploy' },
      components: [{ components: [{ id: 'undo' }] }],
    });
    expect(await answersTo(id)).toMatchObject([{ number: 1, messageId: message?.id }]);
    // Later ones come by the API.
    const more = { interactionId: id, content: 'And done.', ephemeral: true };
    expect(await robot.call.interactions.respond(more)).toMatchObject({ number: 2 });
  });

  test('is for the caller alone where it says so', async () => {
    receiver.behave(answering({ content: 'for bob alone', ephemeral: true }));
    const { id } = await ask();
    await pass();
    expect(await answersTo(id)).toMatchObject([
      { ephemeral: true, messageId: null, content: 'for bob alone' },
    ]);
    expect((await bob.call.messages.list({ channelId })).map(({ content }) => content)).not.toContain(
      'for bob alone',
    );
    expect(JSON.stringify(await world.log({ id: alice.id }))).not.toContain('for bob alone');
  });

  test.each([
    ['no JSON', 'Deployed.', 'answer'],
    ['a list', [], 'answer'],
    ['nothing to say', {}, 'answer'],
    ['a content that is none', { content: 7 }, 'answer'],
    ['a content that is too long', { content: 'x'.repeat(40_001) }, 'answer'],
    ['another interaction', { content: 'x', number: 3 }, 'answer'],
    [
      'a file that is not there',
      { content: 'x', attachmentIds: ['01890000-0000-7000-8000-000000000000'] },
      'refused',
    ],
    ['more than is read', `"${'x'.repeat(600 * 1024)}"`, 'answer'],
  ])('that is of no use is not given, and not asked for again: %s', async (_name, body, error) => {
    receiver.behave(answering(body));
    const { id } = await ask();
    await pass();
    await pass(2 * MINUTE_MS);
    expect(receiver.at(path)).toHaveLength(1);
    expect(await answersTo(id)).toEqual([]);
    expect(await endpoint()).toMatchObject({ error, failedAt: expect.any(String) });
    expect(await robot.call.interactions.respond({ interactionId: id, content: 'by the API' })).toMatchObject(
      { number: 1 },
    );
  });

  test('is given once, though two nodes have called', async () => {
    const { worlds, close: end } = await createWorlds(2, { webhookSender: sender });
    const [first, second] = worlds;
    if (!first || !second) throw new Error('there are two');
    const walter = await first.person('walter');
    const { bot } = await walter.call.bots.create({ username: 'walters' });
    await walter.call.interactions.setCommands({ botId: bot.id, commands: COMMANDS });
    const at = `/nodes-${++n}/`;
    await walter.call.interactions.setEndpoint({ botId: bot.id, url: `${receiver.url}${at}` });
    const { id: dm } = await walter.call.dms.create({ userIds: [bot.id] });
    const held: ServerResponse[] = [];
    receiver.behave((_received, res) => void held.push(res));
    await walter.call.interactions.invoke({ channelId: dm, botId: bot.id, name: 'ping' });
    await receiver.until(at, 1);
    receiver.behave(answering({ content: 'of the second call' }));
    second.clock.advance(21 * SECOND_MS);
    await second.services.webhooks.idle();
    held[0]?.end(JSON.stringify({ content: 'of the first call' }));
    await first.services.webhooks.idle();
    const said = (await walter.call.messages.list({ channelId: dm })).map(({ content }) => content);
    expect(said).toEqual(['of the second call']);
    expect(new Set(receiver.at(at).map((call) => call.id)).size).toBe(1);
    await end();
  });
});

describe('a receiver', () => {
  test('that is slow or down is called again, until the interaction ends and no longer', async () => {
    receiver.behave(() => {});
    await ask();
    await pass();
    expect(await endpoint()).toMatchObject({
      error: 'timeout',
      status: null,
      failingSince: expect.any(String),
    });
    receiver.behave((_received, res) => void res.writeHead(503).end());
    for (let i = 0; i < 40; i++) await pass(30 * SECOND_MS);
    const { length } = receiver.at(path);
    expect(length).toBeGreaterThan(10);
    expect(length).toBeLessThan(30);
    expect(await endpoint()).toMatchObject({ error: 'status', status: 503 });
    await pass(MINUTE_MS);
    expect(receiver.at(path)).toHaveLength(length);
    // It is there again with the next interaction.
    receiver.behave(answering({ content: 'back' }));
    const { id } = await ask();
    await pass();
    expect(await answersTo(id)).toHaveLength(1);
    expect((await endpoint()).failingSince).toBeNull();
  });

  test('that only fails is called for one person at a time, and after five failures seldom', async () => {
    receiver.behave((_received, res) => void res.writeHead(500).end());
    const people = await Promise.all(Array.from({ length: 6 }, () => world.person(`person-${++n}`)));
    const { code } = await alice.call.servers.createInvite({ serverId });
    for (const person of people) await person.call.servers.acceptInvite({ code });
    for (const person of people) await ask(person);
    await pass();
    const { length } = receiver.at(path);
    await pass(500);
    expect(receiver.at(path)).toHaveLength(length);
    expect(length).toBeLessThanOrEqual(6);
  });

  test('that refuses a call is not called with it again', async () => {
    receiver.behave((_received, res) => void res.writeHead(404).end());
    await ask();
    await pass();
    await pass(5 * MINUTE_MS);
    expect(receiver.at(path)).toHaveLength(1);
    expect(await endpoint()).toMatchObject({ status: 404, error: 'status' });
  });

  test('that leads elsewhere is not followed', async () => {
    receiver.behave(
      (_received, res) => void res.writeHead(302, { Location: `${receiver.url}/elsewhere/` }).end(),
    );
    await ask();
    await pass();
    expect(receiver.at('/elsewhere/')).toEqual([]);
    expect(await endpoint()).toMatchObject({ status: 302, error: 'status' });
  });

  test('of a private address is not called', async () => {
    const guarded = createWebhookSender([], 1_000);
    const other = await createWorld({ webhookSender: guarded });
    const carol = await other.person('carol');
    const { bot } = await carol.call.bots.create({ username: 'inside' });
    await carol.call.interactions.setCommands({ botId: bot.id, commands: COMMANDS });
    await carol.call.interactions.setEndpoint({
      botId: bot.id,
      url: `https://localhost:${receiver.port}/inside/`,
    });
    const { id: dm } = await carol.call.dms.create({ userIds: [bot.id] });
    await carol.call.interactions.invoke({ channelId: dm, botId: bot.id, name: 'ping' });
    await other.services.webhooks.idle();
    expect(await carol.call.interactions.endpoint({ botId: bot.id })).toMatchObject({ error: 'address' });
    expect(receiver.at('/inside/')).toEqual([]);
    await other.close();
    await guarded.close();
  });

  test('that is removed, or whose bot is deleted, is called no more', async () => {
    receiver.behave((_received, res) => void res.writeHead(500).end());
    await ask();
    await pass();
    await alice.call.interactions.removeEndpoint({ botId });
    await pass(MINUTE_MS);
    expect(receiver.at(path)).toHaveLength(1);
    const other = await newBot();
    await bob.call.interactions.invoke({ channelId, botId: other.botId, name: 'ping' });
    await pass();
    await alice.call.bots.delete({ botId: other.botId });
    await pass(MINUTE_MS);
    expect(receiver.at(other.path)).toHaveLength(1);
    const rows = await world.services.db
      .$client`select from bot_endpoints where bot_id in (${botId}, ${other.botId})`;
    expect(rows).toHaveLength(0);
  });

  test('with a new secret accepts a call by either for 24 hours', async () => {
    const rotated = await alice.call.interactions.rotateEndpointSecret({ botId });
    await ask();
    await pass();
    await pass(25 * 60 * MINUTE_MS);
    await ask();
    await pass();
    const [first, second] = receiver.at(path);
    if (!first || !second) throw new Error('the bot was called twice');
    expect([isSignedWith(secret, first), isSignedWith(rotated.secret ?? '', first)]).toEqual([true, true]);
    expect([isSignedWith(secret, second), isSignedWith(rotated.secret ?? '', second)]).toEqual([false, true]);
  });
});

test('the receiver of docs/bots.md answers a command and a button, with no connection of its own', async () => {
  const document = await readFile(new URL('../../../../docs/bots.md', import.meta.url), 'utf8');
  const code = /```js\n(.*?)```/s.exec(document)?.[1] ?? '';
  const other = await createWorld({ webhookSender: sender });
  // The receiver refuses a call that is older than five minutes by its own clock.
  other.clock.advance(Date.now() - other.clock.now().getTime());
  const carol = await other.person('carol');
  const { bot } = await carol.call.bots.create({ username: 'deployer' });
  const options = [{ name: 'environment', description: 'Where to', type: 'string' as const, required: true }];
  const commands = [{ name: 'deploy', description: 'Deploys a version', options }];
  await carol.call.interactions.setCommands({ botId: bot.id, commands });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const { secret: key } = await carol.call.interactions.setEndpoint({ botId: bot.id, url });
  const env = { ...process.env, WEBHOOK_SECRET: key ?? '', PORT: String(port) };
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env,
    cwd: import.meta.dirname,
  });
  await once(child.stdout, 'data');
  const { id: dm } = await carol.call.dms.create({ userIds: [bot.id] });
  await carol.call.interactions.invoke({
    channelId: dm,
    botId: bot.id,
    name: 'deploy',
    options: { environment: 'prod' },
  });
  await other.services.webhooks.idle();
  const [message] = await carol.call.messages.list({ channelId: dm });
  expect(message?.content).toBe('Deploy to prod?');
  await carol.call.interactions.useComponent({ messageId: message?.id ?? '', componentId: 'yes' });
  await other.services.webhooks.idle();
  const told = (await other.log({ id: carol.id })).filter(({ type }) => type === 'interaction.responded');
  expect(told.at(-1)?.data).toMatchObject({ content: 'On its way.', ephemeral: true });
  child.kill();
  await other.close();
});

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await close(server);
  return port;
}
