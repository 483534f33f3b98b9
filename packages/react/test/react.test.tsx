import './dom.js';
import { readFile } from 'node:fs/promises';
import { keepDrafts } from '@palaver/client/personal';
import { createPalaverStore, type PalaverStore } from '@palaver/client/store';
import {
  PalaverProvider,
  useChannel,
  useChannels,
  useConnection,
  useDraft,
  useMe,
  useMembers,
  useMessages,
  useNotifications,
  usePresence,
  useServers,
  useThread,
  useTyping,
  useUnread,
} from '@palaver/react';
import { act, cleanup, fireEvent, render, renderHook, waitFor } from '@testing-library/react';
import { type ReactNode, StrictMode, Suspense, use } from 'react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openRoom, type Person, type Room } from '../../client/test/support/room.js';
import { Chat } from '../examples/chat.js';

/** One file for the package: the service that it needs takes longer to load than the tests take. */
let room: Room;
const stores: PalaverStore[] = [];
beforeAll(async () => {
  room = await openRoom();
});
afterEach(() => {
  cleanup();
  for (const store of stores.splice(0)) store.close();
});
afterAll(() => room.close());

function open(person: Person): PalaverStore {
  const store = createPalaverStore({ client: person.client(), locks: null });
  stores.push(store);
  store.subscribe(
    ({ connection }) => connection,
    () => {},
  );
  return store;
}

const within =
  (store: PalaverStore) =>
  ({ children }: { readonly children: ReactNode }) => (
    <StrictMode>
      <PalaverProvider store={store}>{children}</PalaverProvider>
    </StrictMode>
  );

/** Renders a hook, strictly, in a store of a person. */
const hook = <Result,>(store: PalaverStore, call: () => Result) =>
  renderHook(call, { wrapper: within(store) }).result;

test('each hook has what the service has, and what happens', async () => {
  const { alice, bob, serverId, channelId } = room;
  const store = open(bob);
  const [me, connection, servers] = [hook(store, useMe), hook(store, useConnection), hook(store, useServers)];
  const channels = hook(store, () => useChannels(serverId));
  const channel = hook(store, () => useChannel(channelId));
  const members = hook(store, () => useMembers(serverId));
  const messages = hook(store, () => useMessages(channelId));
  const unread = hook(store, () => useUnread(channelId));
  const inbox = hook(store, useNotifications);
  const typing = hook(store, () => useTyping(channelId));
  const online = hook(store, () => usePresence(alice.id));
  const oneself = hook(store, () => usePresence(bob.id));
  await bob.palaver.api.channels.join.mutate({ serverId, channelId });
  await waitFor(() => expect(connection.current.status).toBe('live'));
  await waitFor(() => expect(me.current?.username).toBe(room.bob.username));
  await waitFor(() => expect(servers.current.servers.map(({ name }) => name)).toEqual(['Rosebud']));
  await waitFor(() =>
    expect(channels.current.channels.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['general', 'talk']),
    ),
  );
  await waitFor(() => expect(channel.current?.name).toBe('talk'));
  await waitFor(() => expect(members.current.value?.items.length).toBe(2));
  await waitFor(() => expect(messages.current.status).toBe('ready'));
  await waitFor(() => expect(unread.current?.unreadCount).toBe(0));

  expect(oneself.current).toBe(true);

  const hers = open(alice);
  await waitFor(() => expect(online.current).toBe(true));
  await waitFor(() => expect(hers.state.connection.status).toBe('live'));
  hers.typing(channelId);
  await waitFor(() => expect(typing.current.userIds).toEqual([alice.id]));
  hers.send({ channelId, content: `@${room.bob.username} hello` });
  await waitFor(() =>
    expect(messages.current.messages.map(({ content }) => content)).toEqual([`@${room.bob.username} hello`]),
  );
  await waitFor(() => expect(unread.current).toMatchObject({ unreadCount: 1, mentionCount: 1 }));
  await waitFor(() => expect(inbox.current.unreadCount).toBe(1));

  const [root] = messages.current.messages;
  const thread = hook(store, () => useThread(channelId, root?.id ?? ''));
  await alice.palaver.api.messages.reply.mutate({ messageId: root?.id ?? '', content: 'a reply' });
  await waitFor(() => expect(thread.current.messages.map(({ content }) => content)).toEqual(['a reply']));
  await waitFor(() => expect(thread.current.root?.replyCount).toBe(1));
});

interface CountedProps {
  readonly name: string;
  readonly useIt: () => unknown;
  readonly renders: Record<string, number>;
}

function Counted({ name, useIt, renders }: CountedProps) {
  useIt();
  renders[name] = (renders[name] ?? 0) + 1;
  return null;
}

function Last({ channelId }: { readonly channelId: string }) {
  return <p>{useMessages(channelId).messages.at(-1)?.content}</p>;
}

function Slow({ after, channelId }: { readonly after: Promise<void>; readonly channelId: string }) {
  use(after);
  return <p>{useMessages(channelId).status}</p>;
}

test('only components that read what has changed render again', async () => {
  const { alice, bob, serverId } = room;
  const create = async (name: string) => {
    const { id: channelId } = await alice.palaver.api.channels.create.mutate({ serverId, name });
    await bob.palaver.api.channels.join.mutate({ serverId, channelId });
    return channelId;
  };
  const [here, elsewhere] = [await create('here'), await create('elsewhere')];
  const store = open(bob);
  const renders: Record<string, number> = {};
  const components = {
    'messages here': () => useMessages(here),
    'messages elsewhere': () => useMessages(elsewhere),
    'unread here': () => useUnread(here),
    'unread elsewhere': () => useUnread(elsewhere),
    channels: () => useChannels(serverId),
    servers: useServers,
    me: useMe,
    connection: useConnection,
  };
  const shown = render(
    <PalaverProvider store={store}>
      {Object.entries(components).map(([name, useIt]) => (
        <Counted key={name} name={name} useIt={useIt} renders={renders} />
      ))}
      <Last channelId={here} />
    </PalaverProvider>,
  );
  await waitFor(() => expect(store.state.connection.status).toBe('live'));
  // Whatever loads later would be rendered again as well.
  const statuses = () => [...store.state.resources.values()].map(({ status }) => status);
  await waitFor(() => expect(new Set(statuses())).toEqual(new Set(['ready'])));
  await alice.palaver.api.messages.send.mutate({ channelId: here, content: 'first' });
  await shown.findByText('first');

  const before = { ...renders };
  await alice.palaver.api.messages.send.mutate({ channelId: here, content: 'second' });
  await shown.findByText('second');
  const again = Object.keys(renders).filter((name) => renders[name] !== before[name]);
  expect(again.sort()).toEqual(['messages here', 'unread here']);
  expect(renders['messages here']).toBe((before['messages here'] ?? 0) + 1);
});

test('what a component watches is released with it, and kept through Suspense', async () => {
  const { bob, channelId } = room;
  const store = createPalaverStore({ client: bob.client(), locks: null, idleMax: 0 });
  stores.push(store);
  let go: () => void = () => {};
  const later = new Promise<void>((resolve) => {
    go = resolve;
  });
  const shown = await act(async () =>
    render(
      <StrictMode>
        <PalaverProvider store={store}>
          <Suspense fallback={<p>waiting</p>}>
            <Slow after={later} channelId={channelId} />
          </Suspense>
        </PalaverProvider>
      </StrictMode>,
    ),
  );
  await shown.findByText('waiting');
  await act(async () => go());
  await shown.findByText('ready');
  shown.unmount();
  await waitFor(() => expect(store.state.resources.has(`messages/${channelId}`)).toBe(false));
});

test('in another channel a list shows and loads that channel', async () => {
  const { alice, bob, serverId } = room;
  const create = async (name: string) => {
    const { id: channelId } = await alice.palaver.api.channels.create.mutate({ serverId, name });
    await bob.palaver.api.channels.join.mutate({ serverId, channelId });
    for (let n = 1; n <= 3; n++) {
      await alice.palaver.api.messages.send.mutate({ channelId, content: `${name} ${n}` });
    }
    return channelId;
  };
  const [first, second] = [await create('first'), await create('second')];
  const store = createPalaverStore({ client: bob.client(), locks: null, pageSize: 2 });
  stores.push(store);
  const { result, rerender } = renderHook((channelId: string) => useMessages(channelId), {
    wrapper: within(store),
    initialProps: first,
  });
  const shown = () => result.current.messages.map(({ content }) => content);
  await waitFor(() => expect(shown()).toEqual(['first 2', 'first 3']));
  rerender(second);
  await waitFor(() => expect(shown()).toEqual(['second 2', 'second 3']));
  await act(() => result.current.loadOlder());
  expect(shown()).toEqual(['second 1', 'second 2', 'second 3']);
});

test('a hook without a provider says what is missing', () => {
  expect(() => renderHook(useMe)).toThrow('There is no PalaverProvider around this component.');
});

test('a draft is shown at once in every place that has it, and the place beside it is another one', () => {
  const store = createPalaverStore({ client: room.bob.client(), locks: null });
  const drafts = keepDrafts({ store, storage: window.localStorage, prefix: 'writing:' });
  const hook = (channelId: string) =>
    renderHook(() => useDraft(drafts, channelId), { wrapper: StrictMode }).result;
  const [here, sameHere, there] = [hook('here'), hook('here'), hook('there')];
  act(() => here.current[1]('Something'));
  expect(here.current[0]).toBe('Something');
  expect(sameHere.current[0]).toBe('Something');
  expect(there.current[0]).toBe('');
  drafts.close();
  store.close();
});

test('the chat of the documentation: what is written is shown at once and sent, and what others write is shown', async () => {
  const { alice, bob, channelId } = room;
  const store = open(bob);
  const shown = render(<Chat store={store} channelId={channelId} />);
  const input = shown.getByLabelText('Message');
  fireEvent.change(input, { target: { value: 'Hello' } });
  const form = input.closest('form');
  if (form) fireEvent.submit(form);
  await shown.findByText('bob: Hello');
  await alice.palaver.api.messages.send.mutate({ channelId, content: 'Hi Bob' });
  await shown.findByText('alice: Hi Bob');
  const posted = await alice.palaver.api.messages.list.query({ channelId, limit: 2 });
  expect(posted.map(({ content }) => content)).toEqual(['Hi Bob', 'Hello']);
  store.close();
});

test('the documentation has the example as it is', async () => {
  const textOf = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');
  expect(await textOf('../../../docs/react.md')).toContain(await textOf('../examples/chat.tsx'));
});
