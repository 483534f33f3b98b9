import { newId } from '@palaver/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../src/testing/test-service.js';
import { rowOf } from './access/nouns.js';
import { type ChannelKind, createCast, createScene, ROLES, type Role, type Scene } from './access/scene.js';
import { openSocket } from './access/socket.js';

let service: TestService;
let scene: Scene;

beforeAll(async () => {
  service = await startTestService();
  scene = await createScene(await createCast(service));
});
afterAll(() => service.close());

const PEOPLE = ROLES.filter((role) => role !== 'anonymous');
const KINDS: readonly ChannelKind[] = ['private', 'public', 'direct'];

/** What the WebSocket says when somebody subscribes. */
async function subscribe(role: Role, channelIds: readonly string[]) {
  const socket = await openSocket(scene.people[role]);
  try {
    socket.send('subscribe', { channelIds });
    const { data } = await socket.until('subscribed');
    return { heard: data.channels.map(({ id }) => id), denied: data.denied };
  } finally {
    socket.close();
  }
}

describe('who hears a channel is who reads its messages', () => {
  test.each(PEOPLE)('%s', async (role) => {
    const ids = KINDS.map((kind) => scene.channels[kind]);
    const reads = (kind: ChannelKind) => rowOf('messages.list', kind).expected[role] === '200';
    const { heard, denied } = await subscribe(role, ids);
    expect(heard.sort()).toEqual(
      KINDS.filter(reads)
        .map((kind) => scene.channels[kind])
        .sort(),
    );
    expect([...heard, ...denied].sort()).toEqual([...ids].sort());
  });
});

describe('who hears a server is who is in it, and nobody hears another user', () => {
  test.each(PEOPLE)('%s', async (role) => {
    const { people, serverId, bystander } = scene;
    const isMember = rowOf('servers.get', '').expected[role] === '200';
    const own = people[role].id;
    const { heard, denied } = await subscribe(role, [serverId, own, bystander.id]);
    expect(heard.sort()).toEqual((isMember ? [serverId, own] : [own]).sort());
    expect(denied.sort()).toEqual((isMember ? [bystander.id] : [serverId, bystander.id]).sort());
  });
});

test('what is hidden and what is missing are denied alike', async () => {
  const hidden = [scene.channels.private, scene.channels.direct, scene.bystander.id];
  const missing = [newId(), 'nonsense', '', '\u0000'];
  for (const id of [...hidden, ...missing]) {
    expect(await subscribe('admin', [id])).toEqual({ heard: [], denied: [id] });
  }
});

test('a socket without a token hears nothing and may ask for nothing', async () => {
  const socket = await openSocket(scene.people.anonymous);
  socket.send('subscribe', { channelIds: [scene.channels.public] });
  const { data } = await socket.until('error');
  socket.close();
  expect(data.code).toBe('UNAUTHENTICATED');
});

test('a bad token is refused before there is a socket', async () => {
  await expect(openSocket(service.client('plv_nonsense'))).rejects.toThrow('refused with 401');
});
