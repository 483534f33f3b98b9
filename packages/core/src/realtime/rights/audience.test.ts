import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Event } from '../../protocol/events.js';
import { audienceChangeIn } from './audience.js';

const CHANNEL = 'channel';
const DENIAL = { role: 'member', allow: false, permission: 'read' };
const frame = (type: string, data: object) => JSON.stringify({ type, data });

describe('audienceChangeIn: how an event changes who may read its stream', () => {
  test.each([
    ['message.created', {}, null],
    ['reaction.removed', {}, null],
    ['message.pinned', {}, null],
    ['message.unpinned', {}, null],
    ['channel.created', { id: CHANNEL }, null],
    ['server.updated', {}, null],
    ['access.revoked', {}, null],
    ['member.joined', { channelId: CHANNEL, user: { id: 'bob' } }, { kind: 'joined', userId: 'bob' }],
    ['member.left', { channelId: CHANNEL, userId: 'bob' }, { kind: 'left', userId: 'bob' }],
    ['member.left', { channelId: null, serverId: CHANNEL, userId: 'bob' }, { kind: 'left', userId: 'bob' }],
    ['member.left', { channelId: 'another', serverId: CHANNEL, userId: 'bob' }, null],
    [
      'channel.updated',
      { id: CHANNEL, isPrivate: true },
      { kind: 'closed', isPrivate: true, permissionOverrides: [] },
    ],
    [
      'channel.updated',
      { id: CHANNEL, isPrivate: false },
      { kind: 'open', isPrivate: false, permissionOverrides: [] },
    ],
    [
      'channel.updated',
      { id: CHANNEL, isPrivate: false, permissionOverrides: [DENIAL] },
      { kind: 'closed', isPrivate: false, permissionOverrides: [DENIAL] },
    ],
    ['member.updated', { userId: 'bob', role: 'member' }, { kind: 'role', userId: 'bob', role: 'member' }],
    ['channel.updated', { id: 'another', isPrivate: true }, null],
    ['channel.deleted', { id: CHANNEL }, { kind: 'ended' }],
    ['channel.deleted', { id: 'another' }, null],
    ['server.deleted', { id: CHANNEL }, { kind: 'ended' }],
    ['from.a.newer.node', {}, { kind: 'ended' }],
    ['message.moved', {}, { kind: 'ended' }],
    ['message.created.elsewhere', {}, { kind: 'ended' }],
    ['messageXcreated', {}, { kind: 'ended' }],
    ['reaction.', {}, { kind: 'ended' }],
  ])('%s %o', (type, data, change) => {
    expect(audienceChangeIn(frame(type, data), CHANNEL)).toEqual(change);
  });
});

test('a type that is like a known one, but is not it, ends the stream', () => {
  const known = Event.options.map(({ shape }) => shape.type.value);
  const unlike = fc
    .tuple(fc.constantFrom(...known), fc.nat(40), fc.string({ maxLength: 3 }))
    .map(([type, at, text]) => type.slice(0, at) + text + type.slice(at + text.length))
    .filter((type) => !known.some((name) => name === type));
  fc.assert(
    fc.property(unlike, (type) => {
      expect(audienceChangeIn(frame(type, { id: CHANNEL }), CHANNEL)).toEqual({ kind: 'ended' });
    }),
  );
});
