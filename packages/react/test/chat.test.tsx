import './dom.js';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createPalaverStore } from '@palaver/client/store';
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openRoom, type Room } from '../../client/test/support/room.js';
import { Chat } from '../examples/chat.js';

let room: Room;
beforeAll(async () => {
  room = await openRoom();
});
afterEach(cleanup);
afterAll(() => room.close());

const textOf = (path: string) => readFile(fileURLToPath(new URL(path, import.meta.url)), 'utf8');

test('the chat of the documentation: what is written is shown at once and sent, and what others write is shown', async () => {
  const { alice, bob, channelId } = room;
  const store = createPalaverStore({ client: bob.client(), locks: null });
  const shown = render(<Chat store={store} channelId={channelId} />);
  const input = shown.getByLabelText('Message');
  fireEvent.change(input, { target: { value: 'Hello' } });
  const form = input.closest('form');
  if (form) fireEvent.submit(form);
  await shown.findByText('bob: Hello');
  await alice.palaver.api.messages.send.mutate({ channelId, content: 'Hi Bob' });
  await shown.findByText('alice: Hi Bob');
  const posted = await alice.palaver.api.messages.list.query({ channelId });
  expect(posted.map(({ content }) => content)).toEqual(['Hi Bob', 'Hello']);
  store.close();
});

test('the documentation has the example as it is', async () => {
  expect(await textOf('../../../docs/react.md')).toContain(await textOf('../examples/chat.tsx'));
});
