import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { channelStream } from '../log/streams.js';
import { refusedWith } from '../testing/expect.js';
import type { TestUser } from '../testing/world.js';
import { type BotWorld, createBotWorld } from './world.fixture.js';

let world: BotWorld;
beforeAll(async () => {
  world = await createBotWorld();
});
afterAll(() => world.close());

const button = (id: string, rest: object = {}) => ({ type: 'button' as const, id, label: 'Go', ...rest });
const link = { type: 'link' as const, label: 'More', url: 'https://example.com/a?b' };
const choice = (value: string) => ({ value, label: value.toUpperCase() });
const select = (rest: object = {}) => ({
  type: 'select' as const,
  id: 'which',
  choices: [choice('a'), choice('b'), choice('c')],
  ...rest,
});
const row = (...components: object[]) => ({ components });
/** Some inputs have no type. */
const send = (caller: TestUser, components: unknown, channelId = world.channelId) =>
  (caller.call.messages.send as (given: object) => Promise<{ readonly id: string }>)({
    channelId,
    content: 'Choose',
    components,
  });
const apply = (caller: TestUser, messageId: string, componentId: string, values: string[] = []) =>
  caller.call.interactions.useComponent({ messageId, componentId, values });

describe('sending components', () => {
  test('a message of a bot has them, in each read and event, and an edit replaces or removes them', async () => {
    const { robot, bob, channelId } = world;
    const { id: messageId } = await send(robot, [
      row(button('go', { style: 'danger' }), link),
      row(select({ maxValues: 2 })),
    ]);
    const none = {
      id: null,
      label: null,
      style: 'secondary',
      disabled: false,
      url: null,
      placeholder: null,
      choices: [],
      minValues: 0,
      maxValues: 0,
    };
    const expected = [
      {
        components: [
          { ...none, ...button('go'), style: 'danger' },
          { ...none, ...link },
        ],
      },
      { components: [{ ...none, ...select(), minValues: 1, maxValues: 2 }] },
    ];
    const message = await bob.call.messages.get({ messageId });
    expect(message.components).toEqual(expected);
    expect((await bob.call.messages.list({ channelId }))[0]).toEqual(message);
    const last = async () => (await world.log(channelStream(channelId))).at(-1);
    expect((await last())?.data).toMatchObject({ id: messageId, components: expected });
    const edited = await robot.call.messages.edit({
      messageId,
      components: [row(button('done', { disabled: true })) as never],
    });
    expect(edited).toMatchObject({
      content: 'Choose',
      edited: false,
      components: [{ components: [{ id: 'done', disabled: true }] }],
    });
    expect(await last()).toMatchObject({ type: 'message.updated', data: { components: edited.components } });
    const events = await world.log(channelStream(channelId));
    const ofIt = ({ data }: { data: unknown }) => JSON.stringify(data).includes(messageId);
    expect(events.filter(ofIt).filter(({ data }) => JSON.stringify(data).includes('"go"'))).toEqual([]);
    expect(await robot.call.messages.edit({ messageId, content: 'Chosen' })).toMatchObject({
      components: edited.components,
    });
    expect(await robot.call.messages.edit({ messageId, components: [] })).toMatchObject({ components: [] });
    await robot.call.messages.delete({ messageId });
    const left = await world.log(channelStream(channelId));
    expect(left.filter(ofIt).filter(({ data }) => JSON.stringify(data).includes('"done"'))).toEqual([]);
  });

  test('a reply has them as well', async () => {
    const { robot, bob, channelId } = world;
    const root = await bob.call.messages.send({ channelId, content: 'which?' });
    const reply = await robot.call.messages.reply({
      messageId: root.id,
      content: 'these',
      components: [row(button('x')) as never],
    });
    expect(reply.components).toHaveLength(1);
    expect((await bob.call.messages.thread({ messageId: root.id }))[0]?.components).toEqual(reply.components);
  });

  test('people send none, and none is no components', async () => {
    const { bob, robot } = world;
    await refusedWith('BOTS_ONLY', send(bob, [row(button('go'))]));
    const { id: messageId } = await send(bob, []);
    await refusedWith(
      'BOTS_ONLY',
      bob.call.messages.edit({ messageId, components: [row(button('go')) as never] }),
    );
    await refusedWith('NOT_YOUR_MESSAGE', robot.call.messages.edit({ messageId, components: [] }));
  });

  const many = (count: number) => Array.from({ length: count }, (_, n) => n);
  test.each([
    ['6 rows', many(6).map((n) => row(button(`b${n}`)))],
    ['6 buttons in a row', [row(...many(6).map((n) => button(`b${n}`)))]],
    ['an empty row', [row()]],
    ['a select beside a button', [row(select(), button('go'))]],
    ['an id twice', [row(button('go')), row(button('go'))]],
    ['a button without an id', [row({ type: 'button', label: 'Go' })]],
    ['a button without a label', [row({ type: 'button', id: 'go' })]],
    ['an id with a space', [row(button('g o'))]],
    ['a long id', [row(button('x'.repeat(65)))]],
    ['a long label', [row(button('go', { label: 'x'.repeat(81) }))]],
    ['a label that cannot be seen', [row(button('go', { label: '\u200b' }))]],
    ['a button with an address', [row(button('go', { url: 'https://a.example' }))]],
    ['a style that is none', [row(button('go', { style: 'pink' }))]],
    ['a link with a script', [row({ ...link, url: 'javascript:alert(1)' })]],
    ['a link with a file', [row({ ...link, url: 'file:///etc/passwd' })]],
    ['a link with data', [row({ ...link, url: 'data:text/html,a' })]],
    ['a link without an address', [row({ type: 'link', label: 'More' })]],
    ['a link with an id', [row({ ...link, id: 'go' })]],
    ['a long address', [row({ ...link, url: `https://a.example/${'x'.repeat(2048)}` })]],
    ['a select without choices', [row(select({ choices: [] }))]],
    ['26 choices', [row(select({ choices: many(26).map((n) => choice(`v${n}`)) }))]],
    ['a choice twice', [row(select({ choices: [choice('a'), choice('a')] }))]],
    ['more values than choices', [row(select({ maxValues: 4 }))]],
    ['at least more than at most', [row(select({ minValues: 3, maxValues: 2 }))]],
    ['a label of a select', [row(select({ label: 'Go' }))]],
    [
      'too many bytes',
      many(5).map((n) =>
        row(
          select({
            id: `s${n}`,
            choices: many(25).map((m) => ({ value: `${m}-${'x'.repeat(90)}`, label: 'y'.repeat(100) })),
          }),
        ),
      ),
    ],
    ['no list', { components: [] }],
  ])('refuses %s', async (_name, components) => {
    await refusedWith('INVALID_INPUT', send(world.robot, components));
  });
});

describe('using a component', () => {
  let messageId: string;
  beforeAll(async () => {
    ({ id: messageId } = await send(world.robot, [
      row(button('go'), button('off', { disabled: true }), link),
      row(select({ minValues: 1, maxValues: 2 })),
    ]));
  });

  test('the bot hears what was chosen, and answers', async () => {
    const { bob, robot, channelId, serverId } = world;
    const interaction = await apply(bob, messageId, 'which', ['a', 'c']);
    const about = {
      kind: 'component',
      name: null,
      messageId,
      componentId: 'which',
      userId: bob.id,
      channelId,
      serverId,
    };
    expect(interaction).toMatchObject({ ...about, answers: 0 });
    expect((await world.own(robot, 'interaction.created')).at(-1)).toMatchObject({
      ...about,
      values: ['a', 'c'],
      options: {},
    });
    const { messageId: answerId } = await robot.call.interactions.respond({
      interactionId: interaction.id,
      content: 'a and c',
    });
    expect(await bob.call.messages.get({ messageId: answerId ?? '' })).toMatchObject({
      interaction: { id: interaction.id, userId: bob.id, name: null },
    });
    await apply(bob, messageId, 'go');
    expect((await world.own(robot, 'interaction.created')).at(-1)).toMatchObject({
      componentId: 'go',
      values: [],
    });
  });

  test('a retry tells the bot once', async () => {
    const { bob, robot } = world;
    const asked = async () => (await world.own(robot, 'interaction.created')).length;
    const before = await asked();
    const given = { messageId, componentId: 'go' };
    const first = await bob.withKey('go-1').call.interactions.useComponent(given);
    expect(await bob.withKey('go-1').call.interactions.useComponent(given)).toEqual(first);
    expect(await asked()).toBe(before + 1);
  });

  test.each([
    ['a component that there is not', 'other', [], 'COMPONENT_NOT_FOUND'],
    ['one that is disabled', 'off', [], 'COMPONENT_NOT_FOUND'],
    ['a value of a button', 'go', ['a'], 'INVALID_INPUT'],
    ['no value', 'which', [], 'INVALID_INPUT'],
    ['too many values', 'which', ['a', 'b', 'c'], 'INVALID_INPUT'],
    ['a value twice', 'which', ['a', 'a'], 'INVALID_INPUT'],
    ['a value that is not offered', 'which', ['d'], 'INVALID_INPUT'],
    ['a long id', 'x'.repeat(65), [], 'INVALID_INPUT'],
  ] as const)('refuses %s', async (_name, componentId, values, code) => {
    await refusedWith(code, apply(world.bob, messageId, componentId, [...values]));
  });

  test('needs the right to react to the message', async () => {
    const { bob, eve, robot, anonymous } = world;
    await refusedWith('MESSAGE_NOT_FOUND', apply(eve, messageId, 'go'));
    await refusedWith('UNAUTHENTICATED', apply(anonymous, messageId, 'go'));
    await refusedWith('MESSAGE_NOT_FOUND', apply(bob, 'nonsense', 'go'));
    const permissionOverrides = [{ role: 'member' as const, permission: 'react' as const, allow: false }];
    const quiet = await world.channel('quiet', { permissionOverrides });
    const overrides = await send(robot, [row(button('go'))], quiet);
    await refusedWith('REACTIONS_RESTRICTED', apply(bob, overrides.id, 'go'));
    const plain = await bob.call.messages.send({ channelId: world.channelId, content: 'no components' });
    await refusedWith('COMPONENT_NOT_FOUND', apply(bob, plain.id, 'go'));
    const { id: deleted } = await send(robot, [row(button('go'))]);
    await robot.call.messages.delete({ messageId: deleted });
    await refusedWith('MESSAGE_NOT_FOUND', apply(bob, deleted, 'go'));
  });

  test('needs a bot that can still answer', async () => {
    const { alice, bob, serverId } = world;
    const leaving = await world.bot('leaving');
    const { id } = await send(leaving, [row(button('go'))]);
    await apply(bob, id, 'go');
    await alice.call.servers.removeMember({ serverId, userId: leaving.id });
    await world.services.background.idle();
    await refusedWith('COMPONENT_NOT_FOUND', apply(bob, id, 'go'));
  });
});
