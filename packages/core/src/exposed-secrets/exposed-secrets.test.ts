import { tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWebhook } from '../incoming-webhooks/access.js';
import type { ExposedSecret } from '../protocol/records/exposed-secret.js';
import type { Role } from '../protocol/records/server.js';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';

let world: World;
let owner: TestUser;
let ada: TestUser;
let max: TestUser;
let serverId: string;
let channelId: string;
let n = 0;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  n += 1;
  owner = await world.person(`owner-${n}`);
  ada = await world.person(`ada-${n}`);
  max = await world.person(`max-${n}`);
  const email = `owner-${n}@example.org`;
  await world.services.db
    .update(tables.users)
    .set({ email, verifiedEmail: email })
    .where(eq(tables.users.id, owner.id));
  ({ id: serverId } = await createServerWith(owner, ada, max));
  await be(ada, 'admin');
  ({ id: channelId } = await owner.call.channels.create({ serverId, name: 'talk' }));
});

const be = (who: TestUser, role: Role) => owner.call.servers.updateMember({ serverId, userId: who.id, role });
const incoming = (who: TestUser, channel = channelId) =>
  who.call.incomingWebhooks.create({ channelId: channel, name: 'CI' });
const outgoing = (who: TestUser) =>
  who.call.outgoingWebhooks.create({
    serverId,
    url: 'https://receiver.invalid/hooks',
    eventTypes: ['message.created'],
  });
const listed = (who = owner) => who.call.exposedSecrets.list({ serverId });
const idsOf = (some: readonly ExposedSecret[]) => some.map(({ webhookId }) => webhookId);
const secretOf = (url: string) => url.split('/').at(-1) ?? '';
const opens = (webhookId: string, url: string) =>
  openWebhook(world.services.db, webhookId, secretOf(url)).then(
    () => true,
    () => false,
  );
const mailed = async () =>
  (
    await world.services.db
      .select({ userId: tables.mailOutbox.userId })
      .from(tables.mailOutbox)
      .where(eq(tables.mailOutbox.kind, 'secrets-exposed'))
  ).map(({ userId }) => userId);
const acts = async () =>
  (await owner.call.servers.auditLog({ serverId })).map(({ act, targetId, actorId }) => ({
    act,
    targetId,
    actorId,
  }));

/** Each way of losing the right to manage webhooks, and what is told of it. */
const LOSSES: Readonly<Record<string, readonly [ExposedSecret['reason'], () => Promise<unknown>]>> = {
  removal: ['left', () => owner.call.servers.removeMember({ serverId, userId: ada.id })],
  leaving: ['left', () => ada.call.servers.leave({ serverId })],
  ban: ['banned', () => owner.call.servers.ban({ serverId, userId: ada.id })],
  demotion: ['rights', () => be(ada, 'member')],
  'demotion to moderator': ['rights', () => be(ada, 'moderator')],
  deactivation: [
    'deactivated',
    () => world.operator.call.admin.updateUser({ userId: ada.id, deactivated: true }),
  ],
  deletion: [
    'deleted',
    async () => {
      await ada.call.users.deleteMe();
      await world.services.background.idle();
    },
  ],
};

describe('exposedSecrets.list', () => {
  test.each(Object.keys(LOSSES))('after a %s has the secrets that were shown to them', async (loss) => {
    const [reason, lose] = LOSSES[loss] ?? [null, () => Promise.resolve()];
    const seen = [(await incoming(ada)).webhook.id, (await outgoing(ada)).webhook.id];
    await incoming(owner);
    expect(await listed()).toEqual([]);
    await lose();
    const now = await listed();
    expect(idsOf(now)).toEqual(seen.toReversed());
    expect(await mailed()).toContain(owner.id);
    const isStopped = reason === 'banned';
    expect(now).toMatchObject([
      { kind: 'outgoing', channelId: null, name: 'receiver.invalid', reason, isStopped, mayRotate: true },
      { kind: 'incoming', channelId, name: 'CI', reason, isStopped, mayRotate: true },
    ]);
    expect(now.map(({ user }) => user.id)).toEqual([ada.id, ada.id]);
  });

  test('goes by who was shown the secret last, not by who made the webhook', async () => {
    const made = await incoming(ada);
    const { webhook } = await outgoing(ada);
    await owner.call.incomingWebhooks.rotate({ webhookId: made.webhook.id });
    await owner.call.outgoingWebhooks.rotateSecret({ serverId, outgoingWebhookId: webhook.id });
    const others = await incoming(owner);
    await ada.call.incomingWebhooks.rotate({ webhookId: others.webhook.id });
    await be(ada, 'member');
    expect(idsOf(await listed())).toEqual([others.webhook.id]);
  });

  test('ends where they get the right back', async () => {
    await incoming(ada);
    await be(ada, 'member');
    expect(await listed()).toHaveLength(1);
    await be(ada, 'admin');
    expect(await listed()).toEqual([]);
  });

  test('names no private channel to who does not see it, who stops its URL all the same', async () => {
    const hidden = await ada.call.channels.create({ serverId, name: 'hidden', isPrivate: true });
    const { webhook, url } = await incoming(ada, hidden.id);
    await be(ada, 'member');
    expect(await listed()).toMatchObject([
      { webhookId: webhook.id, channelId: null, name: null, mayRotate: false },
    ]);
    const given = { serverId, webhookIds: [webhook.id] };
    expect(await owner.call.exposedSecrets.rotate(given)).toEqual([]);
    expect(await opens(webhook.id, url)).toBe(true);
    await owner.call.exposedSecrets.disable(given);
    expect(await opens(webhook.id, url)).toBe(false);
    expect(await listed()).toMatchObject([{ isStopped: true, name: null }]);
    const [line] = await owner.call.servers.auditLog({ serverId });
    expect(line).toMatchObject({ act: 'incomingWebhook.rotated', targetName: null, actorId: owner.id });
  });

  test('has pages', async () => {
    const made: string[] = [];
    for (let i = 0; i < 3; i++) made.push((await incoming(ada)).webhook.id);
    await be(ada, 'member');
    const [first] = await owner.call.exposedSecrets.list({ serverId, limit: 1 });
    expect(first?.webhookId).toBe(made[2]);
    const before = await owner.call.exposedSecrets.list({ serverId, before: made[2] ?? '' });
    expect(idsOf(before)).toEqual([made[1], made[0]]);
    const after = await owner.call.exposedSecrets.list({ serverId, after: made[0] ?? '', limit: 1 });
    expect(idsOf(after)).toEqual([made[1]]);
  });

  // What the database decides is what `incomingWebhooks.list` answers to the person.
  test.each<['member' | 'moderator' | 'admin', boolean]>([
    ['member', false],
    ['member', true],
    ['moderator', false],
    ['moderator', true],
    ['admin', false],
  ])('says of a %s (private channel: %s) what the rules of the channel say', async (role, isPrivate) => {
    const { id } = await ada.call.channels.create({ serverId, name: 'asked', isPrivate });
    await incoming(ada, id);
    const manages = () =>
      ada.call.incomingWebhooks.list({ channelId: id }).then(
        () => true,
        () => false,
      );
    const isListed = async () => (await listed()).length > 0;
    if (isPrivate) await ada.call.channels.addMember({ serverId, channelId: id, userId: owner.id });
    await be(ada, role);
    expect(await isListed()).toBe(!(await manages()));
    for (const permission of ['manageChannel', 'read'] as const)
      for (const allow of [true, false])
        if (role !== 'admin') {
          const permissionOverrides = [{ role, permission, allow }];
          await owner.call.channels.update({ serverId, channelId: id, permissionOverrides });
          expect(await isListed(), `${permission} ${allow}`).toBe(!(await manages()));
        }
    const permissionOverrides = [
      { role: 'member' as const, permission: 'manageChannel' as const, allow: true },
    ];
    await owner.call.channels.update({ serverId, channelId: id, permissionOverrides });
    await ada.call.channels.leave({ serverId, channelId: id });
    expect(await isListed(), 'left').toBe(!(await manages()));
  });
});

describe('exposedSecrets.rotate', () => {
  test('shows new secrets to who asks, and the list is empty', async () => {
    const made = await incoming(ada);
    const { webhook, secret } = await outgoing(ada);
    await be(ada, 'member');
    const webhookIds = [made.webhook.id, webhook.id];
    const rotated = await owner.call.exposedSecrets.rotate({ serverId, webhookIds });
    expect(rotated).toEqual([
      { webhookId: made.webhook.id, kind: 'incoming', name: 'CI', secret: expect.stringMatching(/^http/) },
      {
        webhookId: webhook.id,
        kind: 'outgoing',
        name: 'receiver.invalid',
        secret: expect.stringMatching(/^whsec_/),
      },
    ]);
    expect(rotated[1]?.secret).not.toBe(secret);
    expect(await opens(made.webhook.id, made.url)).toBe(false);
    expect(await opens(made.webhook.id, rotated[0]?.secret ?? '')).toBe(true);
    expect(await listed()).toEqual([]);
    expect((await acts()).slice(0, 2)).toEqual([
      { act: 'outgoingWebhook.secretRotated', targetId: webhook.id, actorId: owner.id },
      { act: 'incomingWebhook.rotated', targetId: made.webhook.id, actorId: owner.id },
    ]);
    // Of two who press at once, the second changes nothing.
    expect(await owner.call.exposedSecrets.rotate({ serverId, webhookIds })).toEqual([]);
    expect(await opens(made.webhook.id, rotated[0]?.secret ?? '')).toBe(true);
  });

  test('leaves alone what is not exposed, and what is of another server', async () => {
    const own = await incoming(owner);
    const elsewhere = await createServerWith(ada);
    const { id } = await ada.call.channels.create({ serverId: elsewhere.id, name: 'talk' });
    const others = await incoming(ada, id);
    const webhookIds = [own.webhook.id, others.webhook.id];
    expect(await owner.call.exposedSecrets.rotate({ serverId, webhookIds })).toEqual([]);
    await owner.call.exposedSecrets.disable({ serverId, webhookIds });
    expect(await opens(own.webhook.id, own.url)).toBe(true);
    expect(await opens(others.webhook.id, others.url)).toBe(true);
  });

  test('refuses no webhook, too many, and what is no id', async () => {
    for (const webhookIds of [[], Array.from({ length: 51 }, () => channelId), ['x']])
      await refusedWith('INVALID_INPUT', owner.call.exposedSecrets.rotate({ serverId, webhookIds }));
  });

  test('is for admins of the server', async () => {
    const given = { serverId, webhookIds: [(await incoming(ada)).webhook.id] };
    const outsider = await world.person(`outsider-${n}`);
    const { bot, token } = await max.call.bots.create({ username: `bot-${n}` });
    await max.call.servers.addMember({ serverId, userId: bot.id });
    const refusals = [
      [max, 'ADMIN_REQUIRED'],
      [outsider, 'SERVER_NOT_FOUND'],
      [world.userWithToken(bot.id, token), 'PEOPLE_ONLY'],
      [world.anonymous, 'UNAUTHENTICATED'],
    ] as const;
    for (const [who, code] of refusals) {
      await refusedWith(code, who.call.exposedSecrets.list({ serverId }));
      await refusedWith(code, who.call.exposedSecrets.rotate(given));
      await refusedWith(code, who.call.exposedSecrets.disable(given));
    }
    await owner.call.servers.removeMember({ serverId, userId: ada.id });
    await refusedWith('SERVER_NOT_FOUND', ada.call.exposedSecrets.rotate(given));
  });
});

describe('a stop', () => {
  test('ends URLs and disables outgoing webhooks until a new secret is asked for', async () => {
    const made = await incoming(ada);
    const { webhook } = await outgoing(ada);
    await be(ada, 'member');
    const webhookIds = [made.webhook.id, webhook.id];
    await owner.call.exposedSecrets.disable({ serverId, webhookIds });
    expect(await opens(made.webhook.id, made.url)).toBe(false);
    const of = { serverId, outgoingWebhookId: webhook.id };
    expect(await owner.call.outgoingWebhooks.get(of)).toMatchObject({
      enabled: false,
      disabledReason: 'exposed',
    });
    expect(await owner.call.incomingWebhooks.list({ channelId })).toMatchObject([
      { urlEndedAt: expect.any(String) },
    ]);
    expect(await listed()).toMatchObject([{ isStopped: true }, { isStopped: true }]);
    const lines = (await acts()).length;
    await owner.call.exposedSecrets.disable({ serverId, webhookIds });
    expect(await acts()).toHaveLength(lines);
    await owner.call.exposedSecrets.rotate({ serverId, webhookIds });
    expect(await listed()).toEqual([]);
    expect(await owner.call.outgoingWebhooks.get(of)).toMatchObject({
      enabled: false,
      disabledReason: null,
    });
    expect(await owner.call.incomingWebhooks.list({ channelId })).toMatchObject([{ urlEndedAt: null }]);
  });

  test('comes with a ban at once, also of somebody who has left before, and outlives it', async () => {
    const made = await incoming(ada);
    const { webhook } = await outgoing(ada);
    // Somebody else has changed it since, and hears of it.
    const of = { serverId, outgoingWebhookId: webhook.id };
    await owner.call.outgoingWebhooks.update({ ...of, description: 'wiki' });
    await ada.call.servers.leave({ serverId });
    expect(await opens(made.webhook.id, made.url)).toBe(true);
    await owner.call.servers.ban({ serverId, userId: ada.id });
    expect(await opens(made.webhook.id, made.url)).toBe(false);
    expect(await owner.call.outgoingWebhooks.get(of)).toMatchObject({ enabled: false });
    expect((await world.log({ id: owner.id })).at(-1)).toMatchObject({
      type: 'outgoing_webhook.disabled',
      data: { serverId, outgoingWebhookId: webhook.id, reason: 'exposed' },
    });
    await owner.call.servers.unban({ serverId, userId: ada.id });
    const { code } = await owner.call.servers.createInvite({ serverId });
    await ada.call.servers.acceptInvite({ code });
    await be(ada, 'admin');
    // They may know the secret again, but nobody has one.
    expect(await listed()).toMatchObject([{ webhookId: made.webhook.id, isStopped: true, reason: null }]);
  });

  test('is undone with its ban where the database fails', async () => {
    const made = await incoming(ada);
    await world.services.db.execute(`
      create function refuse_ban() returns trigger language plpgsql as $$ begin
        if new.act = 'user.banned' then raise exception 'the disk is full'; end if; return new; end $$`);
    await world.services.db.execute(
      `create trigger refuse_ban before insert on server_acts for each row execute function refuse_ban()`,
    );
    await expect(owner.call.servers.ban({ serverId, userId: ada.id })).rejects.toThrow();
    await world.services.db.execute('drop trigger refuse_ban on server_acts');
    expect(await opens(made.webhook.id, made.url)).toBe(true);
    expect(await owner.call.servers.bans({ serverId })).toEqual([]);
    expect(await listed()).toEqual([]);
  });

  test('of a row of an older release goes by who made the webhook', async () => {
    const { webhook } = await incoming(ada);
    const nobody = { urlShownTo: null };
    await world.services.db
      .update(tables.incomingWebhooks)
      .set(nobody)
      .where(eq(tables.incomingWebhooks.id, webhook.id));
    await be(ada, 'member');
    expect(idsOf(await listed())).toEqual([webhook.id]);
  });
});
