import { followedThreads, onDisturbing, savedMessages } from '@palaver/client/personal';
import { type PalaverStore, resources, stateOf } from '@palaver/client/store';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { live, Stores } from '../store/support.js';
import { openRoom, type Room } from '../support/room.js';

let room: Room;
let stores: Stores;
beforeAll(async () => {
  room = await openRoom();
  stores = new Stores(room.url);
  await room.bob.palaver.api.channels.join.mutate({ serverId: room.serverId, channelId: room.channelId });
});
afterEach(() => stores.close());
afterAll(() => room.close());

const post = (content: string, threadId?: string) =>
  room.alice.palaver.api.messages.send.mutate({
    channelId: room.channelId,
    content,
    ...(threadId === undefined ? {} : { threadId }),
  });
const savedIn = (store: PalaverStore) =>
  stateOf(store.state, savedMessages).value?.items.map(({ message }) => message.content);
const threadsIn = (store: PalaverStore) =>
  stateOf(store.state, followedThreads).value?.items.map(({ root, unreadCount }) => [
    root.content,
    unreadCount,
  ]);

test('what is saved on another device comes and goes', async () => {
  const store = stores.open(room.bob);
  store.watch(savedMessages);
  await expect.poll(() => savedIn(store)).toEqual([]);
  const { savedMessages: calls } = room.bob.palaver.api;
  const [first, second] = [await post('first'), await post('second')];
  await calls.save.mutate({ messageId: first.id });
  await calls.save.mutate({ messageId: second.id });
  await expect.poll(() => savedIn(store)).toEqual(['second', 'first']);
  const remindedIn = () => stateOf(store.state, savedMessages).value?.items.map(({ remindAt }) => remindAt);
  const remindAt = new Date(Date.now() + 3_600_000).toISOString();
  await calls.save.mutate({ messageId: first.id, remindAt });
  await expect.poll(remindedIn).toEqual([null, remindAt]);
  await calls.save.mutate({ messageId: first.id, remindAt: null });
  await expect.poll(remindedIn).toEqual([null, null]);
  await calls.unsave.mutate({ messageId: second.id });
  await expect.poll(() => savedIn(store)).toEqual(['first']);
  await calls.unsave.mutate({ messageId: first.id });
  await expect.poll(() => savedIn(store)).toEqual([]);
});

test('followed threads have what is unread of them', async () => {
  const store = stores.open(room.bob);
  store.watch(followedThreads);
  await expect.poll(() => threadsIn(store)).toEqual([]);
  const root = await post('root');
  await room.bob.palaver.api.threads.follow.mutate({ messageId: root.id });
  await expect.poll(() => threadsIn(store)).toEqual([['root', 0]]);
  const reply = await post('reply', root.id);
  await expect.poll(() => threadsIn(store)).toEqual([['root', 1]]);
  await room.bob.palaver.api.threads.markRead.mutate({ threadId: root.id, messageId: reply.id });
  await expect.poll(() => threadsIn(store)).toEqual([['root', 0]]);
  await room.bob.palaver.api.threads.unfollow.mutate({ messageId: root.id });
  await expect.poll(() => threadsIn(store)).toEqual([]);
});

test('what a server has to be named in texts, and what a person has marked, is kept up to date', async () => {
  const store = stores.open(room.bob);
  const { serverId, channelId } = room;
  store.watch(resources.userGroupsOf(serverId));
  store.watch(resources.emojiOf(serverId));
  store.watch(resources.favorites);
  const groups = () =>
    stateOf(store.state, resources.userGroupsOf(serverId)).value?.map(({ handle }) => handle);
  await expect.poll(groups).toEqual([]);
  await room.alice.palaver.api.userGroups.create.mutate({ serverId, handle: 'crew' });
  await expect.poll(groups).toEqual(['crew']);
  await expect.poll(() => stateOf(store.state, resources.emojiOf(serverId)).value).toEqual([]);
  await room.bob.palaver.api.favorites.add.mutate({ channelId });
  await expect.poll(() => stateOf(store.state, resources.favorites).value?.channelIds).toEqual([channelId]);
});

test('an item disturbs once when it comes, and not while muted, or when it is read at once', async () => {
  const told: string[] = [];
  const store = stores.open(room.bob);
  const { api } = room.bob.palaver;
  const { channelId } = room;
  const itemOf = (messageId: string) =>
    stateOf(store.state, resources.notifications).value?.items.find((item) => item.messageId === messageId);
  const postAndCome = async (content: string) => {
    const { id } = await post(content);
    await expect.poll(() => itemOf(id)).toBeDefined();
    return id;
  };
  await postAndCome(`@${room.bob.username} before`);
  await live(store);
  const stop = onDisturbing(store, ({ messageId }) => told.push(messageId ?? ''), { waitMs: 3_000 });

  const seen = await postAndCome(`@${room.bob.username} read at once`);
  await api.readState.markRead.mutate({ channelId, messageId: seen });
  const mute = (mutedUntil: string | null) =>
    api.notificationPreferences.setForChannelById.mutate({ channelId, mutedUntil });
  await mute('9999-12-31T00:00:00.000Z');
  expect(itemOf(await postAndCome(`@${room.bob.username} quiet`))?.silent).toBe(true);
  await mute(null);
  const heard = await postAndCome(`@${room.bob.username} hear this`);
  await expect.poll(() => told).toEqual([heard]);
  stop();
});
