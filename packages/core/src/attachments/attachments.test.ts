import { buffer, text } from 'node:stream/consumers';
import { newId, tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contextOf, receivedFile, storedNames } from '../files/received-file.fixture.js';
import { AppError } from '../kernel/errors/app-error.js';
import type { ReceivedFile } from '../kernel/services/file-store.js';
import { DEFAULT_LIMITS } from '../kernel/services/limits.js';
import type { ActorContext } from '../procedures/context.js';
import type { Attachment } from '../protocol/records/attachment.js';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, PASSWORD, type TestUser, type World } from '../testing/world.js';
import { plain } from '../users/avatar-images.fixture.js';
import { accessAttachment } from './access.js';
import { lockAttachments, removeAttachmentsOf } from './actions.js';
import { openFileAddress } from './address.js';
import { photo, saysWhere } from './position/photo.fixture.js';
import { purgeAttachmentsOfDeletedChannels, purgeUnclaimedAttachments } from './purge.js';
import { attachmentKey } from './record.js';
import { uploadAttachments } from './upload.js';

let world: World;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let outsider: TestUser;
let serverId: string;
let channelId: string;
let secretId: string;

/** alice owns the server and its private channel; bob is a member of both, carol of the server alone. */
beforeAll(async () => {
  world = await createWorld();
  [alice, bob, carol, outsider] = await Promise.all([
    world.person('alice'),
    world.person('bob'),
    world.person('carol'),
    world.person('outsider'),
  ]);
  serverId = (await createServerWith(alice, bob, carol)).id;
});
afterAll(() => world.close());

beforeEach(async () => {
  const name = `c-${newId().slice(-12)}`;
  channelId = (await alice.call.channels.create({ serverId, name })).id;
  secretId = (await alice.call.channels.create({ serverId, name: `${name}-s`, isPrivate: true })).id;
  await alice.call.channels.addMember({ serverId, channelId: secretId, userId: bob.id });
});

const MINUTE = 60_000;
const note = { filename: 'notes.txt', mimeType: 'text/plain' };

async function upload(person: TestUser, to = channelId, ...contents: string[]): Promise<Attachment[]> {
  const files = await Promise.all(
    (contents.length ? contents : ['hello']).map((content) => receivedFile(world, content, note)),
  );
  return uploadAttachments(await contextOf(world, person), to, files);
}

async function uploadOne(person: TestUser, to = channelId): Promise<string> {
  const [attachment] = await upload(person, to);
  if (!attachment) throw new Error('an upload answers each of its files');
  return attachment.id;
}

const fetched = async (person: TestUser, id: string) => accessAttachment(await contextOf(world, person), id);
const send = (person: TestUser, attachmentIds: string[], to = channelId) =>
  person.call.messages.send({ channelId: to, attachmentIds });

describe('upload', () => {
  test('stores each file with its name, in the order sent', async () => {
    const [first, second] = await upload(bob, channelId, 'one', 'three');
    expect(first).toEqual({
      id: expect.any(String),
      messageId: null,
      filename: 'notes.txt',
      storedPath: `/api/attachments/${first?.id}`,
      mimeType: 'text/plain',
      sizeBytes: 3,
      width: null,
      height: null,
      createdAt: world.clock.now().toISOString(),
    });
    expect(second).toMatchObject({ sizeBytes: 5 });
    expect(await text(world.services.files.read(attachmentKey(first?.id ?? '')))).toBe('one');
  });

  test('a photo loses where it was taken, and a retry of it is the same upload; an operator may keep that', async () => {
    const taken = await photo('jpeg');
    const send = async (keepsPhotoPositions: boolean, key: string) => {
      const ctx = await contextOf(world, bob, key);
      const settings = { ...ctx.services.settings, keepsPhotoPositions };
      const file = await receivedFile(world, taken);
      return uploadAttachments({ ...ctx, services: { ...ctx.services, settings } }, channelId, [file]);
    };
    const [removed] = await send(false, 'removed');
    const [kept] = await send(true, 'kept');
    expect(await send(false, 'removed')).toEqual([removed]);
    const stored = (id = '') => buffer(world.services.files.read(attachmentKey(id)));
    expect([saysWhere(await stored(removed?.id)), saysWhere(await stored(kept?.id))]).toEqual([false, true]);
    expect(await stored(kept?.id)).toEqual(taken);
    expect(removed).toMatchObject({ mimeType: 'image/jpeg', sizeBytes: taken.length });
  });

  test('a drawing is no photo, and stays as it is', async () => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" geo:lat="48.85"/>';
    const file = await receivedFile(world, drawing, { filename: 'map.svg', mimeType: 'image/svg+xml' });
    const [stored] = await uploadAttachments(await contextOf(world, bob), channelId, [file]);
    expect(await text(world.services.files.read(attachmentKey(stored?.id ?? '')))).toBe(drawing);
  });

  test('stores the size of a picture', async () => {
    const picture = await receivedFile(world, await plain(60, 20).png().toBuffer());
    const [stored] = await uploadAttachments(await contextOf(world, bob), channelId, [picture]);
    expect(stored).toMatchObject({ mimeType: 'image/png', width: 60, height: 20 });
    const message = await bob.call.messages.send({
      channelId,
      content: '',
      attachmentIds: [stored?.id ?? ''],
    });
    expect(message.attachments).toMatchObject([{ width: 60, height: 20 }]);
  });

  test('accepts empty files', async () => {
    expect(await upload(bob, channelId, '')).toMatchObject([{ sizeBytes: 0 }]);
  });

  test.each([
    ['the owner', () => alice, 'allowed', 'allowed'],
    ['a member', () => bob, 'allowed', 'allowed'],
    ['a member of the server alone', () => carol, 'allowed', 'CHANNEL_NOT_FOUND'],
    ['an outsider', () => outsider, 'CHANNEL_NOT_FOUND', 'CHANNEL_NOT_FOUND'],
  ] as const)('%s: public %s, private %s', async (_name, who, open, secret) => {
    const outcome = (to: string) =>
      upload(who(), to).then(
        () => 'allowed',
        (error) => error.errorCode,
      );
    expect(await outcome(channelId)).toBe(open);
    expect(await outcome(secretId)).toBe(secret);
  });

  test('is refused for a user who has left, for an unknown channel and for an archived one', async () => {
    const dave = await world.person('dave');
    const { code } = await alice.call.servers.createInvite({ serverId });
    await dave.call.servers.acceptInvite({ code });
    await upload(dave);
    await dave.call.servers.leave({ serverId });
    await refusedWith('CHANNEL_NOT_FOUND', upload(dave));
    await refusedWith('CHANNEL_NOT_FOUND', upload(alice, newId()));
    await refusedWith('CHANNEL_NOT_FOUND', upload(alice, 'no id'));
    await alice.call.channels.update({ serverId, channelId, archived: true });
    await refusedWith('CHANNEL_ARCHIVED', upload(alice));
  });

  test('fifty retries with one key are one upload, and leave no other file', async () => {
    const before = await storedNames(world, 'attachments');
    const tries = await Promise.all(Array.from({ length: 50 }, () => contextOf(world, bob, 'upload')));
    const answers = await Promise.all(
      tries.map(async (ctx) =>
        uploadAttachments(ctx, channelId, [
          await receivedFile(world, 'one', note),
          await receivedFile(world, 'two', note),
        ]),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const replays = tries.filter(
      ({ request: { replyHeaders } }) => replyHeaders.get('Idempotent-Replayed') === 'true',
    );
    expect(replays).toHaveLength(49);
    const kept = (await storedNames(world, 'attachments')).filter((name) => !before.includes(name));
    expect(kept).toEqual(answers[0]?.map(({ id }) => id).sort());
  });

  test.each([
    ['other bytes', 'three', note],
    ['another name', 'one', { ...note, filename: 'other.txt' }],
  ])('refuses %s under the same key', async (_name, content, as) => {
    const key = `upload of ${content} ${as.filename}`;
    const send = async (ctx: ActorContext, file: Promise<ReceivedFile>) =>
      uploadAttachments(ctx, channelId, [await file]);
    await send(await contextOf(world, bob, key), receivedFile(world, 'one', note));
    const before = await storedNames(world, 'attachments');
    const again = await contextOf(world, bob, key);
    await refusedWith('IDEMPOTENCY_KEY_REUSED', send(again, receivedFile(world, content, as)));
    expect(await storedNames(world, 'attachments')).toEqual(before);
    await send(await contextOf(world, alice, key), receivedFile(world, content, as));
  });

  test('accepts one to ten files of at most 25 MB', async () => {
    const ctx = await contextOf(world, bob);
    await refusedWith('FILE_MISSING', uploadAttachments(ctx, channelId, []));
    await refusedWith('TOO_MANY_FILES', upload(bob, channelId, ...Array.from({ length: 11 }, () => 'x')));
    const file = await receivedFile(world, 'x', note);
    const tooLarge = { ...file, sizeBytes: DEFAULT_LIMITS.fileBytes + 1 };
    await refusedWith('FILE_TOO_LARGE', uploadAttachments(ctx, channelId, [tooLarge]));
  });

  test('a failure half-way leaves neither rows nor files', async () => {
    const before = await storedNames(world, 'attachments');
    const ctx = await contextOf(world, bob);
    const good = await receivedFile(world, 'x', note);
    const vanished = { ...good, path: world.services.files.temporaryPath() };
    await expect(uploadAttachments(ctx, channelId, [good, vanished])).rejects.toThrow('ENOENT');
    expect(await storedNames(world, 'attachments')).toEqual(before);
    const { attachments } = tables;
    expect(
      await world.services.db.select().from(attachments).where(eq(attachments.channelId, channelId)),
    ).toEqual([]);
  });

  test.each([
    ['a PNG with another declared type', 'text/html', 'png', 'image/png'],
    ['a GIF', 'image/gif', 'gif', 'image/gif'],
    ['text', 'text/plain', 'text', 'text/plain'],
    ['text with parameters', 'Text/Markdown; charset=utf-8', 'text', 'text/markdown'],
    ['a page', 'text/html', 'text', 'text/html'],
    ['a drawing', 'image/svg+xml', 'svg', 'image/svg+xml'],
    ['text that is called a PNG', 'image/png', 'text', 'application/octet-stream'],
    ['no type', '', 'text', 'application/octet-stream'],
    ['half a type', 'text', 'text', 'application/octet-stream'],
    ['a type that breaks lines', 'text/plain\r\nX-Evil: 1', 'text', 'application/octet-stream'],
    ['a type that has no end', `text/${'x'.repeat(200)}`, 'text', 'application/octet-stream'],
  ] as const)('%s', async (_name, mimeType, kind, kept) => {
    const content = {
      png: () => plain(9, 9).png().toBuffer(),
      gif: () => plain(9, 9).gif().toBuffer(),
      text: async () => Buffer.from('just words'),
      svg: async () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    }[kind];
    const file = await receivedFile(world, await content(), { ...note, mimeType });
    const [attachment] = await uploadAttachments(await contextOf(world, bob), channelId, [file]);
    expect(attachment?.mimeType).toBe(kept);
  });
});

describe('claim', () => {
  test('assigns the files to the message in the given order', async () => {
    const ids = (await upload(bob, channelId, 'a', 'bb', 'ccc')).map(({ id }) => id).reverse();
    const message = await send(bob, ids);
    expect(message.attachments.map(({ id, messageId, sizeBytes }) => [id, messageId, sizeBytes])).toEqual([
      [ids[0], message.id, 3],
      [ids[1], message.id, 2],
      [ids[2], message.id, 1],
    ]);
    const [listed] = await carol.call.messages.list({ channelId });
    expect(listed?.attachments).toEqual(message.attachments);
  });

  test('refuses an upload of another user or channel, an unknown or malformed id, and one that is given twice', async () => {
    const mine = await uploadOne(bob);
    await refusedWith('ATTACHMENT_NOT_FOUND', send(alice, [mine]));
    await refusedWith('ATTACHMENT_NOT_FOUND', send(bob, [mine], secretId));
    await refusedWith('ATTACHMENT_NOT_FOUND', send(bob, [mine, newId()]));
    await refusedWith('ATTACHMENT_NOT_FOUND', send(bob, ['no id']));
    await refusedWith('INVALID_INPUT', send(bob, [mine, mine]));
    await expect(send(bob, [mine])).resolves.toMatchObject({ attachments: [{ id: mine }] });
  });

  test('a file belongs to one message, also when two claim it at once', async () => {
    const [first = '', second = ''] = (await upload(bob, channelId, 'a', 'b')).map(({ id }) => id);
    const tries = await Promise.allSettled([send(bob, [first, second]), send(bob, [second, first])]);
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await refusedWith('ATTACHMENT_IN_USE', send(bob, [second]));
    await refusedWith('ATTACHMENT_NOT_FOUND', send(alice, [second]));
  });

  test('claims nothing without ids, and nothing after a rollback', async () => {
    const claim = { channelId, uploaderId: bob.id, messageId: newId() };
    const { db } = world.services;
    expect(await db.transaction((tx) => lockAttachments(tx, { ...claim, ids: [] }))).toEqual([]);
    const mine = await uploadOne(bob);
    await refusedWith('ATTACHMENT_NOT_FOUND', send(bob, [mine, newId()]));
    expect(await fetched(bob, mine)).toMatchObject({ messageId: null });
  });
});

describe('access', () => {
  test('only the uploader sees an upload until a message carries it', async () => {
    const id = await uploadOne(bob);
    await expect(fetched(bob, id)).resolves.toMatchObject({ id });
    for (const other of [alice, carol, outsider])
      await refusedWith('ATTACHMENT_NOT_FOUND', fetched(other, id));
    await send(bob, [id]);
    for (const reader of [alice, bob, carol])
      await expect(fetched(reader, id)).resolves.toMatchObject({ id });
    await refusedWith('ATTACHMENT_NOT_FOUND', fetched(outsider, id));
  });

  test('only members of a private channel see its files, and only while they are members', async () => {
    const [sent, unsent] = [await uploadOne(bob, secretId), await uploadOne(bob, secretId)];
    await send(bob, [sent], secretId);
    await expect(fetched(alice, sent)).resolves.toMatchObject({ id: sent });
    await refusedWith('ATTACHMENT_NOT_FOUND', fetched(carol, sent));
    await alice.call.channels.removeMember({ serverId, channelId: secretId, userId: bob.id });
    await refusedWith('ATTACHMENT_NOT_FOUND', fetched(bob, sent));
    await refusedWith('ATTACHMENT_NOT_FOUND', fetched(bob, unsent));
  });

  test('an unknown id is not found, nor is an attachment of a deleted channel', async () => {
    const id = await uploadOne(bob);
    await refusedWith('ATTACHMENT_NOT_FOUND', fetched(bob, newId()));
    await refusedWith('ATTACHMENT_NOT_FOUND', fetched(bob, '../avatars'));
    await alice.call.channels.delete({ serverId, channelId });
    await refusedWith('ATTACHMENT_NOT_FOUND', fetched(bob, id));
  });
});

describe('removal', () => {
  test('the files of a deleted message are removed after the commit, and stay when it fails', async () => {
    const { services } = world;
    const id = await uploadOne(bob);
    const { id: messageId } = await send(bob, [id]);
    const failed = services.db.transaction(async (tx) => {
      await removeAttachmentsOf(services, tx, [messageId]);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    await expect(fetched(bob, id)).resolves.toMatchObject({ id });

    const removeFiles = await services.db.transaction((tx) => removeAttachmentsOf(services, tx, [messageId]));
    await refusedWith('ATTACHMENT_NOT_FOUND', fetched(bob, id));
    expect(await storedNames(world, 'attachments')).toContain(id);
    await removeFiles();
    expect(await storedNames(world, 'attachments')).not.toContain(id);
  });

  test('messages.delete removes them for everybody, file and all', async () => {
    const id = await uploadOne(bob);
    const { id: messageId } = await send(bob, [id]);
    await bob.call.messages.delete({ messageId });
    await refusedWith('ATTACHMENT_NOT_FOUND', fetched(bob, id));
    expect(await storedNames(world, 'attachments')).not.toContain(id);
  });

  test('a purge removes all old uploads that no message carries, and no others', async () => {
    await purgeUnclaimedAttachments(world.services, new Date(world.clock.now().getTime() + 1));
    const [old, sent] = [await uploadOne(bob), await uploadOne(bob)];
    const many = Array.from({ length: 250 }, () => ({
      id: newId(),
      channelId,
      uploaderId: bob.id,
      filename: 'x',
      mimeType: 'text/plain',
      sizeBytes: 1,
      createdAt: world.clock.now(),
    }));
    await world.services.db.insert(tables.attachments).values(many);
    await send(bob, [sent]);
    world.clock.advance(1000);
    const young = await uploadOne(bob);

    expect(await purgeUnclaimedAttachments(world.services, world.clock.now())).toBe(251);
    expect(await purgeUnclaimedAttachments(world.services, world.clock.now())).toBe(0);
    await refusedWith('ATTACHMENT_NOT_FOUND', fetched(bob, old));
    expect(await storedNames(world, 'attachments')).not.toContain(old);
    expect(await storedNames(world, 'attachments')).toEqual(expect.arrayContaining([sent, young]));
  });

  test('a purge removes the attachments of deleted channels', async () => {
    const [deleted, kept] = [await uploadOne(bob), await uploadOne(bob, secretId)];
    await send(bob, [deleted]);
    await alice.call.channels.delete({ serverId, channelId });
    await purgeAttachmentsOfDeletedChannels(world.services);
    const files = await storedNames(world, 'attachments');
    expect(files).not.toContain(deleted);
    expect(files).toContain(kept);
  });
});

test('a message keeps the attachments that were allowed when it came, and can be edited; a new one cannot have as many', async () => {
  const [first, second, ...others] = await upload(alice, channelId, 'a', 'b', 'c', 'd');
  const ids = (files: Array<Attachment | undefined>) => files.flatMap((file) => file?.id ?? []);
  const message = await alice.call.messages.send({
    channelId,
    content: 'look',
    attachmentIds: ids([first, second]),
  });
  const { limits } = world.services.settings;
  const allowed = limits.messageFiles;
  Object.assign(limits, { messageFiles: 1 });

  try {
    const edited = await alice.call.messages.edit({ messageId: message.id, content: 'look at these' });
    expect(edited.attachments).toEqual(message.attachments);
    const more = alice.call.messages.send({ channelId, content: 'more', attachmentIds: ids(others) });
    await expect(more).rejects.toMatchObject({
      issues: [{ path: 'attachmentIds', message: 'must have at most 1 item' }],
    });
  } finally {
    Object.assign(limits, { messageFiles: allowed });
  }
});

describe('an address of a file', () => {
  const addressOf = (person: TestUser, attachmentId: string) =>
    person.call.attachments.address({ attachmentId });
  /** What it opens: the id of the file, or the code of the refusal. */
  const opened = (url: string) =>
    openFileAddress(world.services, url.replace('/api/files/', '')).then(
      ({ file }) => file.id,
      (error: unknown) => (error instanceof AppError ? error.errorCode : error),
    );

  async function posted(to = channelId): Promise<string> {
    const id = await uploadOne(alice, to);
    await send(alice, [id], to);
    return id;
  }

  test('is given to who may read the file, and to people alone', async () => {
    const id = await posted(secretId);
    expect(await opened((await addressOf(bob, id)).url)).toBe(id);
    const bot = await bob.call.bots.create({ username: `b_${newId().slice(-12)}` });
    await refusedWith('ATTACHMENT_NOT_FOUND', addressOf(carol, id));
    await refusedWith('ATTACHMENT_NOT_FOUND', addressOf(outsider, id));
    await refusedWith('ATTACHMENT_NOT_FOUND', addressOf(bob, newId()));
    await refusedWith('PEOPLE_ONLY', addressOf(world.userWithToken(bot.bot.id, bot.token), id));
    await refusedWith('UNAUTHENTICATED', addressOf(world.anonymous, id));
  });

  test('is the same for a quarter of an hour, and valid for at most an hour', async () => {
    const id = await posted();
    world.clock.advance(15 * MINUTE - (world.clock.now().getTime() % (15 * MINUTE)));
    const first = await addressOf(bob, id);
    expect(Date.parse(first.expiresAt) - world.clock.now().getTime()).toBe(60 * MINUTE);
    world.clock.advance(15 * MINUTE - 1);
    expect(await addressOf(bob, id)).toEqual(first);
    world.clock.advance(1);
    const second = await addressOf(bob, id);
    expect(second.url).not.toBe(first.url);
    expect(second.url).not.toBe((await addressOf(alice, id)).url);
    world.clock.advance(45 * MINUTE - 1);
    expect([await opened(first.url), await opened(second.url)]).toEqual([id, id]);
    world.clock.advance(1);
    expect([await opened(first.url), await opened(second.url)]).toEqual(['ATTACHMENT_NOT_FOUND', id]);
  });

  test('ends with access to the file', async () => {
    const id = await posted(secretId);
    const { url } = await addressOf(bob, id);
    await alice.call.channels.removeMember({ serverId, channelId: secretId, userId: bob.id });
    expect(await opened(url)).toBe('ATTACHMENT_NOT_FOUND');
    const deleted = await uploadOne(alice);
    const message = await send(alice, [deleted]);
    const address = await addressOf(bob, deleted);
    await alice.call.messages.delete({ messageId: message.id });
    expect(await opened(address.url)).toBe('ATTACHMENT_NOT_FOUND');
  });

  test('ends with the session, and with the account', async () => {
    const id = await posted();
    const username = `dan_${newId().slice(-12)}`;
    const dan = await world.person(username);
    const { code } = await alice.call.servers.createInvite({ serverId });
    await dan.call.servers.acceptInvite({ code });
    const [first, second] = [await addressOf(dan, id), await addressOf(await anotherSession(), id)];
    await dan.call.auth.logout();
    expect([await opened(first.url), await opened(second.url)]).toEqual(['ATTACHMENT_NOT_FOUND', id]);
    await world.services.db
      .update(tables.users)
      .set({ deactivatedAt: world.clock.now() })
      .where(eq(tables.users.id, dan.id));
    expect(await opened(second.url)).toBe('ATTACHMENT_NOT_FOUND');

    async function anotherSession(): Promise<TestUser> {
      const answer = await world.anonymous.call.auth.login({ username, password: PASSWORD });
      if (!('token' in answer)) throw new Error('nobody has a second factor here');
      return world.userWithToken(dan.id, answer.token);
    }
  });

  test('that is changed opens nothing', async () => {
    const [id, other] = [await posted(), await posted(secretId)];
    const [{ url }, hidden] = [await addressOf(carol, id), await addressOf(bob, other)];
    const [granted = '', signature = ''] = url.replace('/api/files/', '').split('.');
    const [foreign = ''] = hidden.url.replace('/api/files/', '').split('.');
    const later = Buffer.from(granted, 'base64url').toString().replace(/\d+$/, '9999999999999');
    const changed = [
      `${foreign}.${signature}`,
      `${Buffer.from(later).toString('base64url')}.${signature}`,
      `${granted}.`,
      granted,
      `.${signature}`,
      '',
      id,
    ];
    for (const address of changed) expect(await opened(address)).toBe('ATTACHMENT_NOT_FOUND');
  });
});
