import { isPalaverError, type Token } from '@palaver/client';
import { createPalaverStore, resources, selectMessages } from '@palaver/client/store';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { begin, contentsOf, hasContent, readUntil } from './support/reading.js';
import { openRoom, type Room } from './support/room.js';

let room: Room;
beforeAll(async () => {
  room = await openRoom();
});
afterAll(() => room.close());

/** Another session of Bob, and how to end it. */
async function newSession() {
  const { token } = await room.bob
    .client({ token: null })
    .api.auth.login.mutate({ username: room.bob.username, password: 'correct horse battery staple' });
  const end = () => room.bob.client({ token }).api.auth.logout.mutate();
  return { token, end };
}

/** The tokens that a function gives, one after the other, and the last one from then on. */
const oneAfterTheOther = (tokens: Token[]) =>
  vi.fn(async () => (tokens.length > 1 ? tokens.shift() : tokens[0]) ?? null);

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const send = (content: string) =>
  room.alice.palaver.api.messages.send.mutate({ channelId: room.channelId, content });

describe('a function that gives tokens', () => {
  test('is asked once for calls at the same time, and not again before the end that it names', async () => {
    const token = vi.fn(async () => ({ token: room.bob.token, expiresAt: inSeconds(3600) }));
    const { api } = room.bob.client({ token });
    const write = () => api.messages.send.mutate({ channelId: room.channelId, content: 'at once' });
    await Promise.all([write(), write(), api.users.me.query()]);
    await api.users.me.query();
    expect(token).toHaveBeenCalledOnce();
  });

  test.each([
    ['a token that is about to end', () => ({ token: room.bob.token, expiresAt: inSeconds(20) })],
    ['a token whose end is not known', () => room.bob.token],
  ])('is asked for each call where it gives %s', async (_which, give) => {
    const token = vi.fn(async () => give());
    const { api } = room.bob.client({ token });
    await api.users.me.query();
    await api.users.me.query();
    expect(token).toHaveBeenCalledTimes(2);
  });

  test('is asked again when a token is refused: the write is done, once, and nobody is signed out', async () => {
    const [first, second] = [await newSession(), await newSession()];
    const onSignedOut = vi.fn();
    const expiresAt = inSeconds(3600);
    const token = oneAfterTheOther([
      { token: first.token, expiresAt },
      { token: second.token, expiresAt },
    ]);
    const { api } = room.bob.client({ token, onSignedOut });
    await api.users.me.query();
    await first.end();
    const content = 'with the next token';
    await Promise.all([
      api.messages.send.mutate({ channelId: room.channelId, content }),
      api.users.me.query(),
    ]);
    expect(token).toHaveBeenCalledTimes(2);
    expect(onSignedOut).not.toHaveBeenCalled();
    const posted = await room.alice.palaver.api.messages.list.query({ channelId: room.channelId });
    expect(posted.filter((message) => message.content === content)).toHaveLength(1);
  });

  test('that gives a second one that is refused too ends the session', async () => {
    const sessions = [await newSession(), await newSession()];
    for (const { end } of sessions) await end();
    const onSignedOut = vi.fn();
    const token = oneAfterTheOther(sessions.map((session) => session.token));
    const error = await room.bob
      .client({ token, onSignedOut })
      .api.users.me.query()
      .catch((cause) => cause);
    expect(isPalaverError(error, 'UNAUTHENTICATED')).toBe(true);
    expect(onSignedOut).toHaveBeenCalledOnce();
  });

  test('that fails is asked again, as for any call without an answer', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const token = vi.fn(async () => room.bob.token).mockRejectedValueOnce(new TypeError('Failed to fetch'));
    expect(await room.bob.client({ token }).api.users.me.query()).toMatchObject({ id: room.bob.id });
    expect(warn.mock.calls).toEqual([['Palaver: no token.', expect.any(TypeError)]]);
    warn.mockRestore();
  });

  test.each([
    ['the whole answer of the REST API', { data: { token: 'plv_', expiresAt: inSeconds(60) } }],
    ['a number', 1],
  ])('that gives %s is told to the developer once, and nobody is signed out', async (_which, answer) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const onSignedOut = vi.fn();
    const token = async () => JSON.parse(JSON.stringify(answer));
    const client = room.bob.client({ token, onSignedOut, maxRetries: 1 });
    await expect(client.api.users.me.query()).rejects.toThrow('{ token, expiresAt }');
    expect(warn.mock.calls).toEqual([['Palaver: no token.', expect.any(TypeError)]]);
    expect(onSignedOut).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  test('lets a stream go on over the end of a session', async () => {
    const [first, second] = [await newSession(), await newSession()];
    const onSignedOut = vi.fn();
    const expiresAt = inSeconds(3600);
    const token = oneAfterTheOther([{ token: first.token, expiresAt }, second.token]);
    const palaver = room.bob.client({ token, onSignedOut });
    const events = await begin(palaver.events.subscribe({ channels: [room.channelId] }));
    await first.end();
    await send('over the end');
    expect(contentsOf(await readUntil(events, hasContent('over the end')))).toEqual(['over the end']);
    expect(onSignedOut).not.toHaveBeenCalled();
    palaver.close();
  });
});

test('a store is signed out with its session, and goes on with the next token: what was missed is there, and what waited is sent once', async () => {
  const { channelId } = room;
  const [first, second] = [await newSession(), await newSession()];
  const onSignedOut = vi.fn();
  const client = room.bob.client({ token: first.token, onSignedOut });
  const store = createPalaverStore({ client, locks: null });
  const list = resources.messagesOf(channelId);
  const messages = store.select(selectMessages(list, { channelId, threadId: null }));
  const contents = () => messages.get().messages.map(({ content }) => content);
  store.watch(list);
  await expect.poll(() => store.state.connection.status).toBe('live');
  await first.end();
  await expect.poll(() => store.state.connection.status).toBe('signed-out');
  expect(onSignedOut).toHaveBeenCalledOnce();
  await send('missed');
  store.send({ channelId, content: 'written meanwhile' });
  client.setToken(second.token);
  await expect.poll(() => store.state.connection.status).toBe('live');
  await expect.poll(contents).toEqual(expect.arrayContaining(['missed', 'written meanwhile']));
  await expect.poll(() => store.state.outgoing).toEqual([]);
  expect(contents().filter((content) => content === 'written meanwhile')).toHaveLength(1);
  store.close();
});
