import { describe, expect, test } from 'vitest';
import { createContext } from '../../create-context.js';
import { serverStream } from '../../log/streams.js';
import { createCallerFactory } from '../../procedures/trpc.js';
import type { ErrorCode } from '../../protocol/error-codes.js';
import { EditHistory } from '../../protocol/records/server.js';
import { appRouter } from '../../router.js';
import { refusedWith } from '../../testing/expect.js';
import type { Caller, TestUser } from '../../testing/world.js';
import { type Fixture, useFixture } from '../channel.fixture.js';

let fixture: Fixture;
let member: TestUser;
let keyToken: string;
let messageId: string;
useFixture(async (fresh) => {
  fixture = fresh;
  const { alice, bob, carol, serverId, channelId, world } = fixture;
  member ??= await world.person('dave');
  keyToken ??= (await world.operator.call.admin.createKey({ name: 'backend', scopes: ['messages:read'] }))
    .token;
  const { code } = await alice.call.servers.createInvite({ serverId });
  await member.call.servers.acceptInvite({ code });
  await alice.call.servers.updateMember({ serverId, userId: carol.id, role: 'moderator' });
  messageId = (await bob.call.messages.send({ channelId, content: 'before' })).id;
  await bob.call.messages.edit({ messageId, content: 'after' });
});

const createCaller = createCallerFactory(appRouter);
const keyFor = ({ id: actingFor }: TestUser): Caller =>
  createCaller(
    createContext(fixture.world.services, {
      requestId: 'test',
      token: keyToken,
      userAgent: null,
      idempotencyKey: null,
      actingFor,
    }),
  );

const callerOf = {
  author: () => fixture.bob.call,
  moderator: () => fixture.carol.call,
  admin: () => fixture.admin.call,
  owner: () => fixture.alice.call,
  member: () => member.call,
  bot: () => fixture.bot.call,
  'ex-member': () => fixture.exMember.call,
  outsider: () => fixture.outsider.call,
  'no token': () => fixture.world.anonymous.call,
  'key for the author': () => keyFor(fixture.bob),
  'key for a member': () => keyFor(member),
} satisfies Record<string, () => Caller>;

type Outcome = ErrorCode | 'read';
const always = (outcome: Outcome): Record<EditHistory, Outcome> => ({
  moderators: outcome,
  everyone: outcome,
  nobody: outcome,
});

const MODERATES = { ...always('read'), nobody: 'EARLIER_TEXTS_HIDDEN' } as const;
const READS_MESSAGES = { ...always('EARLIER_TEXTS_HIDDEN'), everyone: 'read' } as const;

const OUTCOMES: Record<keyof typeof callerOf, Record<EditHistory, Outcome>> = {
  author: MODERATES,
  moderator: MODERATES,
  admin: MODERATES,
  owner: MODERATES,
  member: READS_MESSAGES,
  bot: READS_MESSAGES,
  'ex-member': always('MESSAGE_NOT_FOUND'),
  outsider: always('MESSAGE_NOT_FOUND'),
  'no token': always('UNAUTHENTICATED'),
  'key for the author': MODERATES,
  'key for a member': READS_MESSAGES,
};

async function expectOutcome(caller: Caller, outcome: Outcome): Promise<void> {
  const read = caller.messages.edits({ messageId });
  if (outcome !== 'read') return refusedWith(outcome, read);
  expect((await read).map(({ content }) => content)).toEqual(['before']);
}

describe('who reads earlier texts', () => {
  test.each(EditHistory.options)('where the server says %s', async (editHistory) => {
    const { alice, serverId } = fixture;
    await alice.call.servers.update({ serverId, editHistory });
    for (const [who, caller] of Object.entries(callerOf)) {
      const outcomes: Readonly<Record<string, Record<EditHistory, Outcome>>> = OUTCOMES;
      const expected = outcomes[who]?.[editHistory] ?? 'read';
      await expectOutcome(caller(), expected);
    }
  });

  test('a new server has it for the author and moderators', async () => {
    const { alice, serverId } = fixture;
    expect(await alice.call.servers.get({ serverId })).toMatchObject({ editHistory: 'moderators' });
  });

  test('in a direct message the author alone', async () => {
    const { alice, bob, carol } = fixture;
    const { id: channelId } = await alice.call.dms.create({ userIds: [bob.id] });
    ({ id: messageId } = await bob.call.messages.send({ channelId, content: 'before' }));
    await bob.call.messages.edit({ messageId, content: 'after' });
    await expectOutcome(bob.call, 'read');
    await expectOutcome(alice.call, 'EARLIER_TEXTS_HIDDEN');
    await expectOutcome(carol.call, 'MESSAGE_NOT_FOUND');
  });

  test('who manages messages by an override, and not who is denied it', async () => {
    const { alice, carol, serverId, channelId } = fixture;
    const override = (role: 'member' | 'moderator', allow: boolean) => ({
      role,
      allow,
      permission: 'manageMessages' as const,
    });
    const permissionOverrides = [override('member', true), override('moderator', false)];
    await alice.call.channels.update({ serverId, channelId, permissionOverrides });
    await expectOutcome(member.call, 'read');
    await expectOutcome(carol.call, 'EARLIER_TEXTS_HIDDEN');
  });
});

describe('the setting', () => {
  test('is changed by admins, who are named in the audit log, and is in the event', async () => {
    const { admin, alice, bob, bot, carol, outsider, exMember, serverId, world } = fixture;
    const set = ({ call }: TestUser) => call.servers.update({ serverId, editHistory: 'everyone' });
    for (const who of [bob, carol, bot]) await refusedWith('ADMIN_REQUIRED', set(who));
    for (const who of [outsider, exMember]) await refusedWith('SERVER_NOT_FOUND', set(who));
    await refusedWith('UNAUTHENTICATED', set(world.anonymous));
    expect(await set(admin)).toMatchObject({ editHistory: 'everyone' });
    expect((await world.log(serverStream(serverId))).at(-1)).toMatchObject({
      type: 'server.updated',
      data: { editHistory: 'everyone' },
    });
    const [act] = await alice.call.servers.auditLog({ serverId });
    expect(act).toMatchObject({
      act: 'server.updated',
      actorId: admin.id,
      details: { changed: 'editHistory' },
    });
  });

  test('is one of three', async () => {
    const { alice, serverId } = fixture;
    const update: (input: object) => Promise<unknown> = (input) =>
      alice.call.servers.update({ serverId, ...input });
    await refusedWith('INVALID_INPUT', update({ editHistory: 'members' }));
    expect(await alice.call.servers.get({ serverId })).toMatchObject({ editHistory: 'moderators' });
  });
});
