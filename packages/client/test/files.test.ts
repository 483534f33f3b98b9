import { isPalaverError } from '@palaver/client';
import { memoryStorage, type PalaverStore } from '@palaver/client/store';
import { factsOf, noisyPhoto } from '@palaver/core/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { live, Stores } from './store/support.js';
import { fetchFromAnywhere } from './support/addresses.js';
import { FaultProxy } from './support/fault-proxy.js';
import { openRoom, type Room } from './support/room.js';

let room: Room;
let proxy: FaultProxy;
let stores: Stores;
beforeAll(async () => {
  room = await openRoom();
  proxy = await FaultProxy.to(room.url);
  stores = new Stores(proxy.url);
});
afterEach(() => {
  proxy.accept();
  stores.close();
});
afterAll(async () => {
  await proxy.close();
  await room.close();
});

const fileOf = (text: string, name = `${text}.txt`) => new File([text], name, { type: 'text/plain' });
const messageOf = async (content: string) => {
  const posted = await room.alice.palaver.api.messages.list.query({ channelId: room.channelId, limit: 100 });
  return posted.filter((message) => message.content === content);
};
const textAt = async (url: string) => (await fetchFromAnywhere(url)).text();
const isEmpty = (store: PalaverStore) => expect.poll(() => store.state.outgoing).toEqual([]);

describe('files of the client', () => {
  test('are uploaded in order, carried by a message, and read at an address without a token by whoever may read it', async () => {
    const { alice, bob, channelId } = room;
    const seen: number[] = [];
    const files = [fileOf('first'), fileOf('second one')];
    const uploaded = await bob.palaver.files.upload(channelId, files, {
      onProgress: (part) => seen.push(part),
    });
    expect(uploaded.map(({ filename }) => filename)).toEqual(['first.txt', 'second one.txt']);
    expect(seen.at(-1)).toBe(1);
    expect(seen).toEqual([...seen].sort());
    const attachmentIds = uploaded.map(({ id }) => id);
    await bob.palaver.api.messages.send.mutate({ channelId, content: 'two files', attachmentIds });
    const [message] = await messageOf('two files');
    const [first] = message?.attachments ?? [];
    const url = await alice.palaver.files.url({ id: first?.id ?? '' });
    expect(new URL(url).origin).toBe(room.url);
    expect(await textAt(url)).toBe('first');
    expect(await alice.palaver.files.url({ id: first?.id ?? '' })).toBe(url);
  });

  test('have an address of a small version, where they are larger pictures', async () => {
    const { bob, channelId } = room;
    const photo = new File([Buffer.from(await noisyPhoto(600, 450))], 'sea.jpg', { type: 'image/jpeg' });
    const [picture, text] = await bob.palaver.files.upload(channelId, [photo, fileOf('no picture')]);
    if (!picture || !text) throw new Error('an upload answers each of its files');
    const shown = async () => {
      const answer = await fetchFromAnywhere(await bob.palaver.files.url(picture, { size: 480 }));
      return factsOf(Buffer.from(await answer.arrayBuffer()));
    };
    // Where it takes long to make, the first who fetch it get the original.
    await expect.poll(shown, { timeout: 30_000 }).toMatchObject({ format: 'webp', height: 480 });
    expect(await textAt(await bob.palaver.files.url(text, { size: 480 }))).toBe('no picture');
  });

  test('keep any name, and a type', async () => {
    const names = ['a "b".txt', 'naïve 日本 🎉.txt'];
    const files = names.map((name) => fileOf('x', name));
    const uploaded = await room.bob.palaver.files.upload(room.channelId, [...files, new Blob(['y'])]);
    expect(uploaded.map(({ filename }) => filename)).toEqual([...names, 'blob']);
    expect(uploaded.map(({ mimeType }) => mimeType)).toEqual([
      ...names.map(() => 'text/plain'),
      'application/octet-stream',
    ]);
  });

  test('are refused to an outsider, with the error of the service, and have no address for one', async () => {
    const { bob, channelId } = room;
    const carol = await room.register('carol');
    const refused = await carol.palaver.files.upload(channelId, [fileOf('hers')]).catch((error) => error);
    expect(isPalaverError(refused, 'CHANNEL_NOT_FOUND')).toBe(true);
    expect(refused.message).toMatch(/\w+ .*\.$/);
    const [his] = await bob.palaver.files.upload(channelId, [fileOf('his')]);
    const missing = await carol.palaver.files.url({ id: his?.id ?? '' }).catch((error) => error);
    expect(isPalaverError(missing, 'ATTACHMENT_NOT_FOUND')).toBe(true);
  });

  test('are refused without a token, and to one whose session is over', async () => {
    const { bob, channelId } = room;
    for (const token of [null, 'plv_of_nobody']) {
      const refused = await bob
        .client({ token })
        .files.upload(channelId, [fileOf('x')])
        .catch((error) => error);
      expect(isPalaverError(refused, 'UNAUTHENTICATED')).toBe(true);
    }
  });

  test('are sent again after a cut answer, and are there once', async () => {
    const { bob, channelId } = room;
    const client = bob.client({ url: proxy.url });
    proxy.cutAnswerTo('/attachments');
    const [cut] = await client.files.upload(channelId, [fileOf('cut')], { key: 'a key of files' });
    const [again] = await client.files.upload(channelId, [fileOf('cut')], { key: 'a key of files' });
    expect(again).toEqual(cut);
  });

  test('can be given up', async () => {
    const stop = new AbortController();
    proxy.refuse();
    const upload = room.bob.client({ url: proxy.url }).files.upload(room.channelId, [fileOf('never')], {
      signal: stop.signal,
    });
    stop.abort(new Error('given up'));
    await expect(upload).rejects.toThrow('given up');
  });
});

describe('a message of the store with files', () => {
  test('is shown at once, and posted once with them though connections are cut', async () => {
    const { channelId } = room;
    const store = stores.open(room.bob);
    await live(store);
    proxy.cutAnswerTo('/attachments');
    proxy.cutAnswerTo('messages.send');
    const files = [fileOf('one'), fileOf('two')];
    store.send({ channelId, content: 'with files', files });
    await expect.poll(() => store.state.outgoing).toMatchObject([{ content: 'with files', files }]);
    await isEmpty(store);
    const [message, ...others] = await messageOf('with files');
    expect(others).toEqual([]);
    expect(message?.attachments.map(({ filename }) => filename)).toEqual(['one.txt', 'two.txt']);
  });

  test('is posted by the next store where the connection was lost meanwhile', async () => {
    const { channelId } = room;
    const storage = memoryStorage();
    const first = stores.open(room.bob, { storage });
    await live(first);
    await first.flush();
    proxy.refuse();
    first.send({ channelId, content: 'kept', files: [fileOf('kept')] });
    await expect.poll(() => storage.outgoing()).toHaveLength(1);
    first.close();
    proxy.accept();
    const next = stores.open(room.bob, { storage });
    await live(next);
    await expect.poll(() => messageOf('kept')).toHaveLength(1);
    await isEmpty(next);
    expect((await messageOf('kept'))[0]?.attachments).toHaveLength(1);
    expect(await storage.outgoing()).toEqual([]);
  });

  test('can be removed while its files are uploaded', async () => {
    const { channelId } = room;
    const store = stores.open(room.bob);
    await live(store);
    proxy.refuse();
    const { nonce } = store.send({ channelId, content: 'removed', files: [fileOf('removed')] });
    await expect.poll(() => store.state.outgoing[0]?.state).toBe('sending');
    expect(store.discard(nonce)).toBe(true);
    proxy.accept();
    store.send({ channelId, content: 'after it' });
    await isEmpty(store);
    expect(await messageOf('removed')).toEqual([]);
    expect(await messageOf('after it')).toHaveLength(1);
  });
});
