import {
  type ChannelKind,
  createAccounts,
  createFixture,
  type Fixture,
  ROLES,
  type Role,
  rowOf,
} from '@palaver/core/testing';
import { newId } from '@palaver/db';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../src/testing/client.js';
import { type SharedService, sharedService } from '../src/testing/shared-service.js';
import { openSocket } from './access/socket.js';

let service: SharedService;
let fixture: Fixture<Client>;

beforeAll(async () => {
  service = await sharedService();
  fixture = await createFixture(await createAccounts(service));
});

const SIGNED_IN = ROLES.filter((role) => role !== 'anonymous');
const KINDS: readonly ChannelKind[] = ['private', 'public', 'direct'];

/** Subscribes over the WebSocket. Returns which of the ids are subscribed to and which are denied. */
async function subscribe(role: Role, channelIds: readonly string[]) {
  const socket = await openSocket(fixture.clients[role]);
  try {
    socket.send('subscribe', { channelIds });
    const { data } = await socket.until('subscribed');
    return { subscribed: data.channels.map(({ id }) => id), denied: data.denied };
  } finally {
    socket.close();
  }
}

describe('the subscribers of a channel are the readers of its messages', () => {
  test.each(SIGNED_IN)('%s', async (role) => {
    const ids = KINDS.map((kind) => fixture.channels[kind]);
    const reads = (kind: ChannelKind) => rowOf('messages.list', kind).expected[role] === '200';
    const { subscribed, denied } = await subscribe(role, ids);
    expect(subscribed.sort()).toEqual(
      KINDS.filter(reads)
        .map((kind) => fixture.channels[kind])
        .sort(),
    );
    expect([...subscribed, ...denied].sort()).toEqual([...ids].sort());
  });
});

describe('members subscribe to their server, and users only to themselves', () => {
  test.each(SIGNED_IN)('%s', async (role) => {
    const { clients, serverId, otherMember } = fixture;
    const isMember = rowOf('servers.get', '').expected[role] === '200';
    const own = clients[role].id;
    const { subscribed, denied } = await subscribe(role, [serverId, own, otherMember.id]);
    expect(subscribed.sort()).toEqual((isMember ? [serverId, own] : [own]).sort());
    expect(denied.sort()).toEqual((isMember ? [otherMember.id] : [serverId, otherMember.id]).sort());
  });
});

test('hidden ids and missing ids are denied in the same way', async () => {
  const hidden = [fixture.channels.private, fixture.channels.direct, fixture.otherMember.id];
  const missing = [newId(), 'nonsense', '', '\u0000'];
  for (const id of [...hidden, ...missing]) {
    expect(await subscribe('admin', [id])).toEqual({ subscribed: [], denied: [id] });
  }
});

test('a socket without a token may not subscribe', async () => {
  const socket = await openSocket(fixture.clients.anonymous);
  socket.send('subscribe', { channelIds: [fixture.channels.public] });
  const { data } = await socket.until('error');
  socket.close();
  expect(data.code).toBe('UNAUTHENTICATED');
});

test('a bad token is refused by the upgrade', async () => {
  await expect(openSocket(service.client('plv_nonsense'))).rejects.toThrow('refused with 401');
});
