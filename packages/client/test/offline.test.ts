import { isPalaverError } from '@palaver/client';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openRoom, type Room } from './support/room.js';

const NEVER = { baseMs: 3_600_000, capMs: 3_600_000, random: () => 0.999 };

let room: Room;
const page = new EventTarget();
beforeAll(async () => {
  room = await openRoom();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => vi.stubGlobal('navigator', undefined));
afterAll(async () => {
  vi.unstubAllGlobals();
  await room.close();
});

const setOnLine = (onLine: boolean) => vi.stubGlobal('navigator', { onLine });

/** A client of the service by a name, so that it is not on the same machine, and the requests that it has made. */
function farAway() {
  const requests: string[] = [];
  const palaver = room.bob.client({
    url: 'http://chat.test',
    backoff: NEVER,
    fetch: (input, init) => {
      requests.push(String(input));
      return fetch(String(input).replace('http://chat.test', room.url), init);
    },
  });
  return { palaver, requests };
}

test('without a network a client sends nothing, neither for a call nor for a stream, and goes on when it is back', async () => {
  setOnLine(false);
  const { palaver, requests } = farAway();
  const states: string[] = [];
  palaver.events.subscribe({ channels: [room.channelId], onState: ({ status }) => states.push(status) });
  const me = palaver.api.users.me.query();
  await expect.poll(() => states).toContain('waiting');
  // The wait of the call begins once the client has seen that there is no network.
  await new Promise((resolve) => setImmediate(resolve));
  expect(requests).toEqual([]);
  setOnLine(true);
  page.dispatchEvent(new Event('online'));
  expect(await me).toMatchObject({ id: room.bob.id });
  await expect.poll(() => requests.some((url) => url.includes('realtime.ticket'))).toBe(true);
  palaver.close();
});

test('a service on the same machine is asked without a network', async () => {
  setOnLine(false);
  expect(await room.bob.client({ fetch }).api.users.me.query()).toMatchObject({ id: room.bob.id });
});

test('an error of the service is known by its name, also from another copy of tRPC, and nothing else is one', () => {
  const named = (name: string, data?: unknown) => Object.assign(new Error('No'), { name, data });
  expect(isPalaverError(named('TRPCClientError', { errorCode: 'BUSY' }))).toBe(true);
  expect(isPalaverError(named('TRPCClientError', { errorCode: 'BUSY' }), 'BUSY')).toBe(true);
  expect(isPalaverError(named('TRPCClientError', { errorCode: 'BUSY' }), 'INTERNAL')).toBe(false);
  expect(isPalaverError(named('TRPCClientError', { httpStatus: 429 }))).toBe(false);
  expect(isPalaverError(named('TRPCClientError', null))).toBe(false);
  expect(isPalaverError(named('Error', { errorCode: 'BUSY' }))).toBe(false);
  expect(isPalaverError({ name: 'TRPCClientError', data: { errorCode: 'BUSY' } })).toBe(false);
  expect(isPalaverError(null)).toBe(false);
});
