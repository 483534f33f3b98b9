import { describe, expect, test } from 'vitest';
import { audienceChangeIn } from './audience.js';

const CHANNEL = 'channel';
const frame = (type: string, data: object) => JSON.stringify({ type, data });

describe('audienceChangeIn: how an event changes who may read its stream', () => {
  test.each([
    ['message.created', {}, null],
    ['reaction.removed', {}, null],
    ['channel.created', { id: CHANNEL }, null],
    ['server.updated', {}, null],
    ['access.revoked', {}, null],
    ['member.joined', { channelId: CHANNEL, user: { id: 'bob' } }, { kind: 'joined', userId: 'bob' }],
    ['member.left', { channelId: CHANNEL, userId: 'bob' }, { kind: 'left', userId: 'bob' }],
    ['member.left', { channelId: null, serverId: CHANNEL, userId: 'bob' }, { kind: 'left', userId: 'bob' }],
    ['member.left', { channelId: 'another', serverId: CHANNEL, userId: 'bob' }, null],
    ['channel.updated', { id: CHANNEL, isPrivate: true }, { kind: 'private' }],
    ['channel.updated', { id: CHANNEL, isPrivate: false }, { kind: 'public' }],
    ['channel.updated', { id: 'another', isPrivate: true }, null],
    ['channel.deleted', { id: CHANNEL }, { kind: 'ended' }],
    ['channel.deleted', { id: 'another' }, null],
    ['server.deleted', { id: CHANNEL }, { kind: 'ended' }],
    ['from.a.newer.node', {}, { kind: 'ended' }],
  ])('%s %o', (type, data, change) => {
    expect(audienceChangeIn(frame(type, data), CHANNEL)).toEqual(change);
  });
});
