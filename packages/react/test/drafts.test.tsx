import './dom.js';
import { keepDrafts } from '@palaver/client/personal';
import { createPalaverStore } from '@palaver/client/store';
import { useDraft } from '@palaver/react';
import { act, cleanup, renderHook } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openRoom, type Room } from '../../client/test/support/room.js';

let room: Room;
beforeAll(async () => {
  room = await openRoom();
});
afterEach(() => cleanup());
afterAll(() => room.close());

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
