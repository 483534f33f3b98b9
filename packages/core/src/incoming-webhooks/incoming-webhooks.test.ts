import { tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createContext } from '../create-context.js';
import { channelStream, serverStream } from '../log/streams.js';
import { purgeDeleted } from '../maintenance/purge-deleted.js';
import { refusedWith } from '../testing/expect.js';
import { createRoles, type Roles } from '../testing/roles.js';
import { createWorld, type World } from '../testing/world.js';
import { openWebhook } from './access.js';
import { postByWebhook } from './post.js';
import type { WebhookPost } from './webhook-post.js';

let world: World;
let roles: Roles;
let serverId: string;
let channelId: string;

beforeAll(async () => {
  world = await createWorld({ quotas: { webhooksPerChannel: 3 } });
  roles = await createRoles(world);
});
afterAll(() => world.close());
beforeEach(async () => {
  ({ serverId, channelId } = await roles.newChannel());
});

const create = (fields: object = {}) =>
  roles.alice.call.incomingWebhooks.create({ channelId, name: 'Deployments', ...fields });

const secretOf = (url: string) => url.split('/').at(-1) ?? '';

/** A post as a program makes it. */
async function post(
  { webhook, url }: Awaited<ReturnType<typeof create>>,
  fields: Partial<WebhookPost>,
  { key = null, digest = 'digest' }: { key?: string | null; digest?: string } = {},
) {
  const request = { requestId: 'test', token: null, userAgent: null, idempotencyKey: key };
  const ctx = createContext(world.services, request);
  const opened = await openWebhook(ctx.services.db, webhook.id, secretOf(url));
  const given = { content: '', username: null, emoji: null, mentions: [], ...fields };
  return postByWebhook(ctx, opened, { post: given, key, digest });
}

const contents = async () =>
  (await roles.alice.call.messages.list({ channelId })).map(({ content }) => content);

describe('managing', () => {
  test('a webhook is made, listed, changed, rotated and deleted', async () => {
    const made = await create();
    const { webhook, url } = made;
    expect(webhook).toEqual({
      id: expect.any(String),
      channelId,
      serverId,
      userId: expect.any(String),
      name: 'Deployments',
      mayMentionAll: false,
      isSigned: false,
      urlEndedAt: null,
      createdBy: roles.alice.id,
      createdAt: world.clock.now().toISOString(),
    });
    expect(url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:3000/api/hooks/${webhook.id}/plvw_[\\w-]{43}$`));
    const { call } = roles.alice;
    expect(await call.incomingWebhooks.list({ channelId })).toEqual([webhook]);
    const changes = { name: ' Builds ', mayMentionAll: true, githubSecret: 'a secret at GitHub' };
    const changed = await call.incomingWebhooks.update({ webhookId: webhook.id, ...changes });
    expect(changed).toEqual({ ...webhook, name: 'Builds', mayMentionAll: true, isSigned: true });
    expect(await call.incomingWebhooks.update({ webhookId: webhook.id, githubSecret: '' })).toEqual({
      ...changed,
      isSigned: false,
    });
    const rotated = await call.incomingWebhooks.rotate({ webhookId: webhook.id });
    expect(rotated.url).not.toBe(url);
    await refusedWith('INCOMING_WEBHOOK_NOT_FOUND', post(made, { content: 'old' }));
    await post({ ...made, url: rotated.url }, { content: 'new' });
    await call.incomingWebhooks.delete({ webhookId: webhook.id });
    await refusedWith('INCOMING_WEBHOOK_NOT_FOUND', post({ ...made, url: rotated.url }, { content: 'late' }));
    await refusedWith('INCOMING_WEBHOOK_NOT_FOUND', call.incomingWebhooks.delete({ webhookId: webhook.id }));
    expect(await call.incomingWebhooks.list({ channelId })).toEqual([]);
    expect(await contents()).toEqual(['new']);
    const acts = await call.servers.auditLog({ serverId });
    expect(acts.map(({ act }) => act).filter((act) => act.startsWith('incomingWebhook'))).toEqual([
      'incomingWebhook.deleted',
      'incomingWebhook.rotated',
      'incomingWebhook.updated',
      'incomingWebhook.updated',
      'incomingWebhook.created',
    ]);
    expect(JSON.stringify(acts)).not.toContain('a secret at GitHub');
  });

  test('the secrets are in no table as they are', async () => {
    const { webhook, url } = await create({ githubSecret: 'a secret at GitHub' });
    const { incomingWebhooks } = tables;
    const rows = await world.services.db
      .select()
      .from(incomingWebhooks)
      .where(eq(incomingWebhooks.id, webhook.id));
    expect(JSON.stringify(rows)).not.toMatch(/a secret at GitHub/);
    expect(JSON.stringify(rows)).not.toContain(secretOf(url));
  });

  test('a retry gets the same URL', async () => {
    const keyed = () =>
      roles.alice.withKey('hook').call.incomingWebhooks.create({ channelId, name: 'Keyed' });
    const made = await keyed();
    expect(await keyed()).toEqual(made);
    expect(await roles.alice.call.incomingWebhooks.list({ channelId })).toEqual([made.webhook]);
  });

  test('those who do not manage the channel are refused', async () => {
    const { webhook } = await create();
    const { bob, carol, dave, robot } = roles;
    const webhookId = webhook.id;
    const callsOf = (who: typeof bob) => [
      () => who.call.incomingWebhooks.create({ channelId, name: 'Mine' }),
      () => who.call.incomingWebhooks.list({ channelId }),
      () => who.call.incomingWebhooks.update({ webhookId, name: 'Mine' }),
      () => who.call.incomingWebhooks.rotate({ webhookId }),
      () => who.call.incomingWebhooks.delete({ webhookId }),
    ];
    for (const call of callsOf(bob)) await refusedWith('ADMIN_REQUIRED', call());
    for (const call of callsOf(robot)) await refusedWith('PEOPLE_ONLY', call());
    for (const call of callsOf(world.anonymous)) await refusedWith('UNAUTHENTICATED', call());
    for (const who of [carol, dave]) {
      for (const [index, call] of callsOf(who).entries()) {
        await refusedWith(index < 2 ? 'CHANNEL_NOT_FOUND' : 'INCOMING_WEBHOOK_NOT_FOUND', call());
      }
    }
    expect(await roles.alice.call.incomingWebhooks.list({ channelId })).toEqual([webhook]);
  });

  test('an admin who is not in a private channel does not find its webhooks, and the audit log does not name them', async () => {
    const { alice, bob } = roles;
    await alice.call.servers.updateMember({ serverId, userId: bob.id, role: 'admin' });
    const { id } = await alice.call.channels.create({ serverId, name: 'hidden', isPrivate: true });
    const { webhook } = await alice.call.incomingWebhooks.create({ channelId: id, name: 'Hidden' });
    await refusedWith('CHANNEL_NOT_FOUND', bob.call.incomingWebhooks.list({ channelId: id }));
    await refusedWith(
      'INCOMING_WEBHOOK_NOT_FOUND',
      bob.call.incomingWebhooks.rotate({ webhookId: webhook.id }),
    );
    const [act] = await bob.call.servers.auditLog({ serverId });
    expect(act).toMatchObject({ act: 'incomingWebhook.created', targetName: null });
  });

  test('there is none in a direct message', async () => {
    const { alice, bob } = roles;
    const dm = await alice.call.dms.create({ userIds: [bob.id] });
    await refusedWith('NOT_IN_A_DM', alice.call.incomingWebhooks.create({ channelId: dm.id, name: 'No' }));
  });

  test('a channel has at most this many, also when two are made at once', async () => {
    await create();
    await create();
    const tries = await Promise.allSettled([create(), create()]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await refusedWith('TOO_MANY_INCOMING_WEBHOOKS', create());
  });

  test.each([
    [{ name: 'x' }, true],
    [{ name: '🦊'.repeat(64) }, true],
    [{ githubSecret: 'x'.repeat(128) }, true],
    [{ name: '' }, false],
    [{ name: '  ' }, false],
    [{ name: '🦊'.repeat(65) }, false],
    [{ name: 'nul\0' }, false],
    [{ name: 'turned‮' }, false],
    [{ mayMentionAll: 'yes' }, false],
    [{ githubSecret: '' }, false],
    [{ githubSecret: 'x'.repeat(129) }, false],
    [{ isSigned: true }, false],
  ])('create with %j is allowed: %s', async (fields, isAllowed) => {
    // What TypeScript keeps from us, a client may send all the same.
    const call = create(fields as never);
    if (isAllowed) await call;
    else await refusedWith('INVALID_INPUT', call);
  });
});

describe('posting', () => {
  test('a message shows what it was posted by, in reads, in the event and in the search for its author', async () => {
    const made = await create();
    const posted = await post(made, {
      content: 'Deployed',
      username: 'Ship\nit',
      emoji: ':ship:',
    });
    expect(posted).toMatchObject({
      channelId,
      userId: made.webhook.userId,
      content: 'Deployed',
      user: { id: made.webhook.userId, bot: true, displayName: 'Deployments' },
      webhook: {
        id: made.webhook.id,
        username: 'Ship it',
        avatarUrl: null,
        emoji: ':ship:',
      },
    });
    expect(await roles.bob.call.messages.list({ channelId })).toEqual([posted]);
    const event = (await world.log(channelStream(channelId))).at(-1);
    expect(event).toMatchObject({ type: 'message.created', data: { ...posted } });
    expect(await roles.bob.call.messages.get({ messageId: posted?.id ?? '' })).toEqual(posted);
  });

  test('its account is in no list of members, and is no bot of anybody', async () => {
    const made = await create();
    await post(made, { content: 'Hello' });
    const members = await roles.alice.call.servers.members({ serverId });
    expect(members.map(({ user }) => user.id)).not.toContain(made.webhook.userId);
    const inChannel = await roles.alice.call.channels.members({ serverId, channelId });
    expect(inChannel.map(({ id }) => id)).not.toContain(made.webhook.userId);
    expect((await roles.alice.call.bots.list()).map(({ id }) => id)).not.toContain(made.webhook.userId);
    await refusedWith(
      'BOT_NOT_FOUND',
      roles.alice.call.servers.addMember({ serverId, userId: made.webhook.userId }),
    );
    await refusedWith('DM_NOT_ALLOWED', roles.alice.call.dms.create({ userIds: [made.webhook.userId] }));
    expect((await world.log(serverStream(serverId))).map(({ type }) => type)).not.toContain('user.updated');
  });

  test('an unusable name, picture or emoji is left out', async () => {
    const made = await create();
    const posted = await post(made, {
      content: 'x',
      username: '‮⁠',
      emoji: 'two words',
    });
    expect(posted?.webhook).toEqual({
      id: made.webhook.id,
      username: 'Deployments',
      avatarUrl: null,
      emoji: null,
    });
    const long = await post(made, { content: 'x', username: '🦊'.repeat(200) });
    expect([...(long?.webhook?.username ?? '')]).toHaveLength(80);
  });

  test('a long content is cut after a word, and a code block is closed', async () => {
    const made = await create();
    const long = await post(made, { content: `${'word '.repeat(2_000)}` });
    expect([...(long?.content ?? '')].length).toBeLessThanOrEqual(4_000);
    expect(long?.content).toMatch(/word…$/);
    const code = await post(made, { content: `\`\`\`\n${'line\n'.repeat(2_000)}\`\`\`` });
    expect(code?.content).toMatch(/line…\n```$/);
    expect([...(code?.content ?? '')].length).toBeLessThanOrEqual(4_000);
    expect((await post(made, { content: `half \ud83e and nul \0 there` }))?.content).toBe(
      'half � and nul  there',
    );
    expect(await post(made, { content: ' ​ ' })).toBeNull();
    expect(await post(made, { content: '' })).toBeNull();
  });

  test('a key is used once, by one webhook', async () => {
    const [made, other] = [await create(), await create()];
    const first = await post(made, { content: 'once' }, { key: 'k' });
    expect(await post(made, { content: 'once' }, { key: 'k' })).toEqual(first);
    await refusedWith(
      'IDEMPOTENCY_KEY_REUSED',
      post(made, { content: 'twice' }, { key: 'k', digest: 'other' }),
    );
    await post(other, { content: 'the other' }, { key: 'k' });
    expect(await contents()).toEqual(['the other', 'once']);
  });

  test('only what the program marked mentions anybody, and all only where the webhook may', async () => {
    const { bob } = roles;
    const made = await create();
    const said = '@bob @alice @channel';
    const marked = await post(made, { content: said, mentions: ['@bob', '@channel'] });
    expect(marked?.mentions).toEqual({ userIds: [bob.id], groupIds: [], channel: false, here: false });
    await roles.alice.call.incomingWebhooks.update({ webhookId: made.webhook.id, mayMentionAll: true });
    const all = await post(made, { content: said, mentions: ['@channel', '@nobody'] });
    expect(all?.mentions).toEqual({ userIds: [], groupIds: [], channel: true, here: false });
    expect((await post(made, { content: said }))?.mentions.channel).toBe(false);
    for (const content of ['nothing', '`@bob`', '@bobby'])
      expect((await post(made, { content, mentions: ['@bob'] }))?.mentions.userIds).toEqual([]);
  });

  test('it posts to an announcement channel and a private one, and not where bots are denied or it is archived', async () => {
    const { alice } = roles;
    const made = await create();
    const update = (fields: object) => alice.call.channels.update({ serverId, channelId, ...fields });
    await update({ postingRole: 'owner' });
    await post(made, { content: 'announced' });
    await update({ isPrivate: true });
    await post(made, { content: 'hidden' });
    await update({ permissionOverrides: [{ role: 'bot', permission: 'post', allow: false }] });
    await refusedWith('POSTING_RESTRICTED', post(made, { content: 'denied' }));
    await update({ permissionOverrides: [], archived: true });
    await refusedWith('CHANNEL_ARCHIVED', post(made, { content: 'archived' }));
    expect(await contents()).toEqual(['hidden', 'announced']);
  });

  test('slow mode counts for it', async () => {
    const made = await create();
    await roles.alice.call.channels.update({ serverId, channelId, slowModeSeconds: 3600 });
    await post(made, { content: 'first' });
    await refusedWith('SLOW_MODE', post(made, { content: 'second' }));
    expect(await contents()).toEqual(['first']);
  });

  test('a wrong secret, another webhook and what is no id are answered alike', async () => {
    const [made, other] = [await create(), await create()];
    for (const wrong of [
      { ...made, url: other.url },
      { ...made, url: 'x/plvw_' },
      { ...made, webhook: { ...made.webhook, id: roles.alice.id } },
      { ...made, webhook: { ...made.webhook, id: 'no id' } },
    ])
      await refusedWith('INCOMING_WEBHOOK_NOT_FOUND', post(wrong, { content: 'x' }));
  });

  test('a deleted channel and a deleted server take nothing, and the webhooks go with them', async () => {
    const made = await create();
    await roles.alice.call.channels.delete({ serverId, channelId });
    await refusedWith('INCOMING_WEBHOOK_NOT_FOUND', post(made, { content: 'x' }));
    const { id: other } = await roles.alice.call.channels.create({ serverId, name: 'other' });
    const second = await roles.alice.call.incomingWebhooks.create({ channelId: other, name: 'Second' });
    await roles.alice.call.servers.delete({ serverId });
    await refusedWith('CHANNEL_NOT_FOUND', post(second, { content: 'x' }));
    await purgeDeleted(world.services.db);
    const { incomingWebhooks, users } = tables;
    for (const { webhook } of [made, second]) {
      expect(await world.services.db.$count(incomingWebhooks, eq(incomingWebhooks.id, webhook.id))).toBe(0);
      const [account] = await world.services.db.select().from(users).where(eq(users.id, webhook.userId));
      expect(account).toMatchObject({ deletedAt: expect.any(Date) });
    }
  });

  test('it outlives who made it, and a deleted message keeps nothing of its name', async () => {
    const { alice } = roles;
    const admin = await world.person(`admin-${channelId.slice(-6)}`);
    const { code } = await alice.call.servers.createInvite({ serverId });
    await admin.call.servers.acceptInvite({ code });
    await alice.call.servers.updateMember({ serverId, userId: admin.id, role: 'admin' });
    const made = await admin.call.incomingWebhooks.create({ channelId, name: 'Stays' });
    await admin.call.users.deleteMe();
    await world.services.background.idle();
    const posted = await post(made, { content: 'still here', username: 'Canary' });
    await alice.call.messages.delete({ messageId: posted?.id ?? '' });
    const { messages, events } = tables;
    const [row] = await world.services.db
      .select()
      .from(messages)
      .where(eq(messages.id, posted?.id ?? ''));
    expect(row?.webhook).toBeNull();
    const frames = await world.services.db.select().from(events).where(eq(events.streamId, channelId));
    expect(JSON.stringify(frames)).not.toContain('Canary');
    expect(await alice.call.incomingWebhooks.list({ channelId })).toEqual([made.webhook]);
  });
});
