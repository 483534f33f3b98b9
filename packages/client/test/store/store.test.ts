import {
  memoryStorage,
  resources,
  selectChannels,
  selectMessages,
  selectOnline,
  selectTyping,
  selectUnread,
  selectUnreadOf,
  stateOf,
} from '@palaver/client/store';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fetchFromAnywhere } from '../support/addresses.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { openRoom, type Room } from '../support/room.js';
import { live, Stores } from './support.js';

let room: Room;
let proxy: FaultProxy;
let stores: Stores;
beforeAll(async () => {
  room = await openRoom();
  proxy = await FaultProxy.to(room.url);
  stores = new Stores(proxy.url);
});
afterEach(() => stores.close());
afterAll(async () => {
  await proxy.close();
  await room.close();
});

const newChannel = async (name: string, isPrivate = false) => {
  const { serverId, alice, bob } = room;
  const { id: channelId } = await alice.palaver.api.channels.create.mutate({ serverId, name, isPrivate });
  if (isPrivate) await alice.palaver.api.channels.addMember.mutate({ serverId, channelId, userId: bob.id });
  else await bob.palaver.api.channels.join.mutate({ serverId, channelId });
  return {
    channelId,
    messages: selectMessages(resources.messagesOf(channelId), { channelId, threadId: null }),
  };
};

describe('selections', () => {
  test('keep their identity until something in them changes, and their listeners hear of nothing else', async () => {
    const { alice, bob, serverId } = room;
    const [here, elsewhere] = [await newChannel('here'), await newChannel('elsewhere')];
    const sent = await alice.palaver.api.messages.send.mutate({
      channelId: here.channelId,
      content: 'stays',
    });
    const store = stores.open(bob);
    store.watch(resources.messagesOf(here.channelId));
    store.watch(resources.messagesOf(elsewhere.channelId));
    store.watch(resources.channelsOf(serverId));
    const [messages, others] = [store.select(here.messages), store.select(elsewhere.messages)];
    const channels = store.select(selectChannels(serverId));
    await expect.poll(() => [messages.get().status, others.get().status]).toEqual(['ready', 'ready']);
    await expect.poll(() => channels.get().length).toBeGreaterThan(2);
    await live(store);
    const before = [messages.get(), channels.get()];
    const heard: unknown[] = [];
    messages.subscribe((shown) => heard.push(shown));
    channels.subscribe((shown) => heard.push(shown));

    await alice.palaver.api.messages.send.mutate({ channelId: elsewhere.channelId, content: 'not here' });
    await expect.poll(() => others.get().messages.length).toBe(1);
    expect([messages.get(), channels.get()].map((shown, index) => shown === before[index])).toEqual([
      true,
      true,
    ]);
    expect(heard).toEqual([]);

    const first = messages.get().messages[0];
    await alice.palaver.api.messages.send.mutate({ channelId: here.channelId, content: 'new' });
    await expect.poll(() => messages.get().messages.length).toBe(2);
    expect(messages.get().messages[0]).toBe(first);
    expect(first?.id).toBe(sent.id);
    expect(heard).toHaveLength(1);
  });
});

describe('what people do is shown at once', () => {
  test('a message, then as the service has it, without a moment in which it is there twice or not at all', async () => {
    const { bob } = room;
    const { channelId, messages } = await newChannel('echo');
    const store = stores.open(bob);
    store.watch(resources.messagesOf(channelId));
    const selection = store.select(messages);
    await expect.poll(() => selection.get().status).toBe('ready');
    const counts = new Set<number>();
    selection.subscribe((shown) => counts.add(shown.messages.length + shown.outgoing.length));
    store.send({ channelId, content: 'hi' });
    await expect.poll(() => selection.get().messages.map(({ content }) => content)).toEqual(['hi']);
    await expect.poll(() => selection.get().outgoing).toEqual([]);
    expect([...counts]).toEqual([1]);
  });

  test('an edit, a reaction and a deletion; what is refused is shown as it was', async () => {
    const { alice, bob } = room;
    const { channelId, messages } = await newChannel('changes');
    const { id } = await bob.palaver.api.messages.send.mutate({ channelId, content: 'frist' });
    const others = await alice.palaver.api.messages.send.mutate({ channelId, content: 'hers' });
    const store = stores.open(bob);
    store.watch(resources.messagesOf(channelId));
    const selection = store.select(messages);
    await expect.poll(() => selection.get().messages.length).toBe(2);
    await live(store);
    const shown = () =>
      selection
        .get()
        .messages.map(({ content, reactions }) => [content, ...reactions.map(({ emoji }) => emoji)]);
    const now = async () => {
      await Promise.resolve();
      return shown();
    };

    const edit = store.edit(id, 'first');
    expect(await now()).toEqual([['first'], ['hers']]);
    await edit;
    const reaction = store.react(id, '👍');
    expect(await now()).toEqual([['first', '👍'], ['hers']]);
    await reaction;
    await expect.poll(() => store.state.pending.size).toBe(0);
    expect(shown()).toEqual([['first', '👍'], ['hers']]);

    const refused = store.edit(others.id, 'not mine');
    expect(await now()).toEqual([['first', '👍'], ['not mine']]);
    await expect(refused).rejects.toMatchObject({ data: { errorCode: 'NOT_YOUR_MESSAGE' } });
    expect(await now()).toEqual([['first', '👍'], ['hers']]);

    const gone = store.delete(id);
    expect(await now()).toEqual([['hers']]);
    await gone;
    await expect.poll(() => store.state.pending.size).toBe(0);
    expect(shown()).toEqual([['hers']]);
  });

  test('a reaction in another form of its emoji is shown once', async () => {
    const { bob } = room;
    const { channelId, messages } = await newChannel('forms');
    const { id } = await bob.palaver.api.messages.send.mutate({ channelId, content: 'love' });
    const store = stores.open(bob);
    store.watch(resources.messagesOf(channelId));
    const selection = store.select(messages);
    await expect.poll(() => selection.get().messages.length).toBe(1);
    await store.react(id, '❤');
    await expect.poll(() => selection.get().messages[0]?.reactions).toMatchObject([{ emoji: '❤️', count: 1 }]);
  });
});

test('what is unread counts up, and reading ends it', async () => {
  const { alice, bob } = room;
  const { channelId } = await newChannel('unread');
  const store = stores.open(bob);
  const unread = store.select(selectUnread(channelId));
  await expect.poll(() => unread.get()?.unreadCount).toBe(0);
  const { id } = await alice.palaver.api.messages.send.mutate({
    channelId,
    content: `@${room.bob.username} look`,
  });
  await expect
    .poll(() => unread.get())
    .toMatchObject({ unreadCount: 1, mentionCount: 1, firstUnreadMessageId: id });
  expect(store.select(selectUnreadOf(room.serverId)).get()).toMatchObject({ mentions: 1 });
  await store.markRead(channelId, id);
  await expect
    .poll(() => unread.get())
    .toMatchObject({ unreadCount: 0, mentionCount: 0, lastReadMessageId: id });
});

test('a channel that is read to its end shows so at once, and its last message is marked', async () => {
  const { alice, bob } = room;
  const { channelId } = await newChannel('paced');
  const store = stores.open(bob);
  store.watch(resources.messagesOf(channelId));
  const unread = store.select(selectUnread(channelId));
  await live(store);
  await expect.poll(() => unread.get()?.unreadCount).toBe(0);
  const ids: string[] = [];
  for (const content of ['one', 'two', 'three']) {
    const { id } = await alice.palaver.api.messages.send.mutate({ channelId, content });
    await expect.poll(() => unread.get()?.unreadCount).toBe(1);
    await store.markRead(channelId, id);
    expect(unread.get()).toMatchObject({ unreadCount: 0, lastReadMessageId: id });
    ids.push(id);
  }
  const ofService = () => bob.palaver.api.readState.getForChannel.query({ channelId });
  await store.sendReads();
  expect(await ofService()).toMatchObject({ unreadCount: 0, lastReadMessageId: ids.at(-1) });
});

test('who is typing and who is online', async () => {
  const { alice, bob } = room;
  const { channelId, messages } = await newChannel('typing');
  const his = stores.open(bob);
  his.watch(resources.messagesOf(channelId));
  await live(his);
  const online = his.select((state) => state.online);
  expect(online.get().has(alice.id)).toBe(false);
  const hers = stores.open(alice);
  await live(hers);
  const typing = his.select(selectTyping(channelId));
  await expect.poll(() => his.select(selectOnline(alice.id)).get()).toBe(true);
  expect(online.get().has(alice.id)).toBe(true);
  hers.typing(channelId);
  await expect.poll(() => typing.get()).toEqual([alice.id]);
  hers.send({ channelId, content: 'there' });
  const shown = his.select(messages);
  await expect.poll(() => shown.get().messages.map(({ content }) => content)).toEqual(['there']);
  // With the message, and not when the sign of it is too old.
  expect(typing.get()).toEqual([]);
});

test('the connection is told as it is: live, offline since then, catching up, live', async () => {
  const { alice, bob } = room;
  const { channelId, messages } = await newChannel('connection');
  const store = stores.open(bob);
  store.watch(resources.messagesOf(channelId));
  await live(store);
  const seen: string[] = [];
  store.subscribe(
    ({ connection }) => connection.status,
    (status) => void seen.push(status),
  );
  await expect.poll(() => store.select(messages).get().status).toBe('ready');
  proxy.cut();
  for (const content of ['1', '2', '3']) await alice.palaver.api.messages.send.mutate({ channelId, content });
  await expect.poll(() => seen.at(-1)).toBe('live');
  // It may have caught up before that could be shown.
  expect(seen.filter((status) => status !== 'catching-up')).toEqual(['offline', 'live']);
  await expect.poll(() => store.select(messages).get().messages.length).toBe(3);
  expect(store.state.connection.since).toBeLessThanOrEqual(Date.now());
});

test('a private channel that somebody is removed from is gone, and there again when they are back', async () => {
  const { alice, bob, serverId } = room;
  const { channelId, messages } = await newChannel('secret', true);
  await alice.palaver.api.messages.send.mutate({ channelId, content: 'psst' });
  const store = stores.open(bob);
  const release = store.watch(resources.messagesOf(channelId));
  const selection = store.select(messages);
  await expect.poll(() => selection.get().messages.length).toBe(1);
  await alice.palaver.api.channels.removeMember.mutate({ serverId, channelId, userId: bob.id });
  await expect.poll(() => selection.get()).toMatchObject({ status: 'gone', messages: [] });
  await alice.palaver.api.channels.addMember.mutate({ serverId, channelId, userId: bob.id });
  await expect
    .poll(() => selection.get())
    .toMatchObject({ status: 'ready', messages: [{ content: 'psst' }] });
  release();
});

test('what nobody looks at any more is let go, and read again when somebody does', async () => {
  const { bob } = room;
  const { channelId, messages } = await newChannel('idle');
  const store = stores.open(bob, { idleMax: 0 });
  const release = store.watch(resources.messagesOf(channelId));
  await expect.poll(() => store.select(messages).get().status).toBe('ready');
  release();
  await expect.poll(() => store.state.resources.has(`messages/${channelId}`)).toBe(false);
  store.watch(resources.messagesOf(channelId));
  await expect.poll(() => store.select(messages).get().status).toBe('ready');
});

test('what an event has made outdated is read after a restart, also when it was stored before it was read again', async () => {
  const { bob } = room;
  const storage = memoryStorage();
  let answers = true;
  const client = bob.client({
    url: proxy.url,
    fetch: (input, init) =>
      !answers && String(input).includes('readState.list')
        ? new Promise((_, reject) =>
            init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
          )
        : fetchFromAnywhere(input, init),
  });
  const first = stores.open(bob, { client, storage });
  first.watch(resources.unread);
  await live(first);
  await expect.poll(() => stateOf(first.state, resources.unread).status).toBe('ready');
  answers = false;
  const { channelId } = await newChannel('outdated');
  await expect.poll(() => stateOf(first.state, resources.unread).stale).toBe(true);
  await first.flush();
  first.close();

  const second = stores.open(bob, { storage });
  second.watch(resources.unread);
  await live(second);
  await expect.poll(() => JSON.stringify(stateOf(second.state, resources.unread).value)).toContain(channelId);
});

test('a storage that another person has left is shown to nobody else, and nothing in it is sent', async () => {
  const { alice, bob } = room;
  const { channelId } = await newChannel('left');
  const storage = memoryStorage();
  const his = stores.open(bob, { storage });
  await expect.poll(() => stateOf(his.state, resources.me).status).toBe('ready');
  await his.flush();
  his.close();
  await storage.keep({
    nonce: 'left',
    channelId,
    threadId: null,
    alsoInChannel: false,
    content: 'mine alone',
    attachmentIds: [],
    files: [],
    progress: 0,
    uploadKey: 'left',
    createdAt: new Date().toISOString(),
    state: 'waiting',
    error: null,
    stored: true,
    message: null,
    tab: 'a tab of his',
  });
  const hers = stores.open(alice, { storage });
  await expect
    .poll(() => [stateOf(hers.state, resources.me).value?.id, hers.state.userId])
    .toEqual([alice.id, alice.id]);
  await live(hers);
  hers.send({ channelId, content: 'hers' });
  await expect.poll(() => hers.state.outgoing).toEqual([]);
  const posted = await alice.palaver.api.messages.list.query({ channelId });
  expect(posted.map(({ content }) => content)).toEqual(['hers']);
  expect(await storage.outgoing()).toEqual([]);
});
