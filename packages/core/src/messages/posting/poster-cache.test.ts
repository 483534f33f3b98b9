import { describe, expect, test } from 'vitest';
import { PosterCache } from './poster-cache.js';
import type { Poster } from './read.js';

const AT = '2026-03-01T00:00:00.000Z';
const [CHANNEL, SERVER, ALICE, BOB] = ['channel', 'server', 'alice', 'bob'];

/** What is read of somebody in the channel, where the log of its server has reached a position. */
function readAt(serverSeq: number, id: string): Poster {
  return {
    standing: {
      isDm: false,
      isPrivate: false,
      isMember: true,
      archived: false,
      role: 'member',
      isBot: false,
      permissionOverrides: [],
      postingRole: 'member',
      slowModeSeconds: 0,
      timedOutUntil: null,
      isBlocked: false,
    },
    serverId: SERVER,
    author: {
      id,
      username: id,
      displayName: id,
      avatarPath: null,
      createdAt: AT,
      bot: false,
      status: '',
      statusEmoji: null,
      statusExpiresAt: null,
      dndUntil: null,
      metadata: null,
      deleted: false,
    },
    channel: { id: CHANNEL, kind: 'channel', seq: 1, at: AT },
    others: [
      { id, kind: 'user', seq: 1, at: AT },
      { id: SERVER, kind: 'server', seq: serverSeq, at: AT },
    ],
  };
}

const hint = (streamId: string, seq: number, type: string, data: object = {}) => ({
  streamId,
  seq,
  frame: JSON.stringify({ type, data }),
});

describe('an event of the server', () => {
  const known = () => {
    const cache = new PosterCache();
    for (const id of [ALICE, BOB]) cache.store(CHANNEL, id, readAt(5, id));
    return cache;
  };
  const serverSeqOf = (cache: PosterCache, userId: string) =>
    cache.find(CHANNEL, userId)?.others.find(({ id }) => id === SERVER)?.seq;

  test('about one person is forgotten with that person, and moves what is known of the others', () => {
    const cache = known();
    cache.onHint(hint(SERVER, 6, 'member.updated', { userId: BOB }));
    expect(cache.find(CHANNEL, BOB)).toBeNull();
    expect(serverSeqOf(cache, ALICE)).toBe(6);
  });

  test('that changes nobody moves what is known, and one that changes everybody ends it', () => {
    const cache = known();
    cache.onHint(hint(SERVER, 6, 'emoji.created'));
    expect([ALICE, BOB].map((id) => serverSeqOf(cache, id))).toEqual([6, 6]);
    cache.onHint(hint(SERVER, 7, 'server.deleted'));
    expect([ALICE, BOB].map((id) => cache.find(CHANNEL, id))).toEqual([null, null]);
  });

  test('that overtakes a read leaves what is known, and what was read is not kept', () => {
    const cache = known();
    cache.onHint(hint(SERVER, 6, 'emoji.created'));
    const carol = 'carol';
    cache.storeUnlessBehind(CHANNEL, carol, readAt(5, carol));
    expect(cache.find(CHANNEL, carol)).toBeNull();
    cache.storeUnlessBehind(CHANNEL, carol, readAt(6, carol));
    expect([ALICE, BOB, carol].map((id) => serverSeqOf(cache, id))).toEqual([6, 6, 6]);
  });

  test('after one that was missed leaves what is known where it is', () => {
    const cache = known();
    cache.onHint(hint(SERVER, 7, 'emoji.created'));
    expect(serverSeqOf(cache, ALICE)).toBe(5);
    cache.onHint(hint(SERVER, 8, 'member.left', { userId: BOB }));
    expect(cache.find(CHANNEL, BOB)).toBeNull();
    expect(serverSeqOf(cache, ALICE)).toBe(5);
  });

  test('does not change what a post was decided by before it', () => {
    const cache = known();
    const decidedBy = cache.find(CHANNEL, BOB);
    cache.onHint(hint(SERVER, 6, 'member.left', { userId: BOB }));
    expect(decidedBy?.others).toContainEqual({ id: SERVER, kind: 'server', seq: 5, at: AT });
  });
});

test('what a write has compared from a position is not taken for what was read at an earlier one', () => {
  const cache = new PosterCache();
  const server = (seq: number) => ({ id: SERVER, kind: 'server', seq, at: AT }) as const;
  cache.store(CHANNEL, ALICE, readAt(5, ALICE));
  // This read was slower, and somebody's role may have changed since.
  cache.store(CHANNEL, BOB, readAt(3, BOB));
  expect(cache.find(CHANNEL, ALICE)).toBeNull();
  cache.advance(server(5), server(8));
  expect(cache.find(CHANNEL, BOB)?.others).toContainEqual(server(3));
  cache.advance(server(3), server(4));
  expect(cache.find(CHANNEL, BOB)?.others).toContainEqual(server(4));
});

test('what was read at a later position counts from the earlier one that others were read at', () => {
  const cache = new PosterCache();
  cache.store(CHANNEL, ALICE, readAt(3, ALICE));
  cache.store(CHANNEL, BOB, readAt(5, BOB));
  expect(cache.find(CHANNEL, ALICE)).not.toBeNull();
  expect(cache.find(CHANNEL, BOB)?.others.map(({ seq }) => seq)).toEqual([1, 3]);
});
