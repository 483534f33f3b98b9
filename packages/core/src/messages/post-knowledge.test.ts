import { describe, expect, test } from 'vitest';
import type { PostContext } from './post-context.js';
import { PostKnowledge } from './post-knowledge.js';

const AT = '2026-03-01T00:00:00.000Z';
const [CHANNEL, SERVER, ALICE, BOB] = ['channel', 'server', 'alice', 'bob'];

/** What is read of people in the channel, where the log of its server has reached a position. */
function readAt(serverSeq: number, ...people: string[]): PostContext {
  const context = {
    heads: [{ id: CHANNEL, seq: 1, at: AT }],
    standings: people.map((userId) => ({
      id: CHANNEL,
      userId,
      serverId: SERVER,
      serverSeq,
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
    })),
    authors: people.map((id) => ({
      id,
      seq: 1,
      username: id,
      displayName: id,
      status: '',
      statusEmoji: null,
      statusExpiresAt: null,
      dndUntil: null,
      bot: false,
      createdAt: AT,
      avatarPath: null,
      metadata: null,
      deletedAt: null,
    })),
    parents: [],
    answers: [],
  };
  // As Postgres answers it.
  return JSON.parse(JSON.stringify(context));
}

const hint = (streamId: string, seq: number, type: string, data: object = {}) => ({
  streamId,
  seq,
  frame: JSON.stringify({ type, data }),
});

describe('an event of the server', () => {
  const known = () => {
    const knowledge = new PostKnowledge();
    knowledge.learn(readAt(5, ALICE, BOB));
    return knowledge;
  };
  const guardOf = (knowledge: PostKnowledge, userId: string) =>
    knowledge.find(CHANNEL, userId)?.guards.find(({ streamId }) => streamId === SERVER)?.seq;

  test('about one person is forgotten with that person, and moves what is known of the others', () => {
    const knowledge = known();
    knowledge.onHint(hint(SERVER, 6, 'member.updated', { userId: BOB }));
    expect(knowledge.find(CHANNEL, BOB)).toBeNull();
    expect(guardOf(knowledge, ALICE)).toBe(6);
  });

  test('that changes nobody moves what is known, and one that changes everybody ends it', () => {
    const knowledge = known();
    knowledge.onHint(hint(SERVER, 6, 'emoji.created'));
    expect([ALICE, BOB].map((id) => guardOf(knowledge, id))).toEqual([6, 6]);
    knowledge.onHint(hint(SERVER, 7, 'server.deleted'));
    expect([ALICE, BOB].map((id) => knowledge.find(CHANNEL, id))).toEqual([null, null]);
  });

  test('after one that was missed leaves what is known where it is', () => {
    const knowledge = known();
    knowledge.onHint(hint(SERVER, 7, 'emoji.created'));
    expect(guardOf(knowledge, ALICE)).toBe(5);
    knowledge.onHint(hint(SERVER, 8, 'member.left', { userId: BOB }));
    expect(knowledge.find(CHANNEL, BOB)).toBeNull();
    expect(guardOf(knowledge, ALICE)).toBe(5);
  });

  test('does not change what a post was decided by before it', () => {
    const knowledge = known();
    const decidedBy = knowledge.find(CHANNEL, BOB);
    knowledge.onHint(hint(SERVER, 6, 'member.left', { userId: BOB }));
    expect(decidedBy?.guards).toContainEqual({ streamId: SERVER, seq: 5 });
  });
});

test('what a write has compared from a position is not taken for what was read at an earlier one', () => {
  const knowledge = new PostKnowledge();
  knowledge.learn(readAt(5, ALICE));
  // This read was slower, and somebody's role may have changed since.
  knowledge.learn(readAt(3, BOB));
  knowledge.guarded({ streamId: SERVER, seq: 5 }, 8);
  expect(knowledge.find(CHANNEL, BOB)?.guards).toContainEqual({ streamId: SERVER, seq: 3 });
  knowledge.guarded({ streamId: SERVER, seq: 3 }, 4);
  expect(knowledge.find(CHANNEL, BOB)?.guards).toContainEqual({ streamId: SERVER, seq: 4 });
});
