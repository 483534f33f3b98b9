import { describe, expect, it } from 'vitest';
import type { Entry, FinalState, History } from '../history.js';
import {
  ALICE,
  BOB,
  bob,
  CHANNEL,
  goodHistory,
  heard,
  joined,
  LOG,
  left,
  logOf,
  message,
  ok,
  post,
  refused,
  subscribed,
  unknown,
} from './history.fixture.js';
import { judge } from './index.js';

const rules = (history: History) => [...new Set(judge(history).map(({ rule }) => rule))];
const final = (changes: Partial<FinalState>): History => ({
  ...goodHistory(),
  final: { ...goodHistory().final, ...changes },
});
const hearing = (...entries: readonly Entry[]) => goodHistory({ listenings: [bob(entries)] });
const [, , first, second] = heard(LOG);
const some = (entry: Entry | undefined) => (entry ? [entry] : []);

describe('the judge', () => {
  it('finds nothing in a good history', () => {
    expect(judge(goodHistory())).toEqual([]);
  });

  it('reports what went wrong with the service', () => {
    expect(rules(goodHistory({ incidents: ['it ended'] }))).toEqual(['the service stays up']);
  });

  it('finds a hole, a wrong head and a row without an event', () => {
    expect(rules(final({ log: LOG.slice(1) }))).toContain('the log is dense');
    expect(rules(final({ heads: new Map([[CHANNEL, 9]]) }))).toContain('the log is dense');
    expect(rules(final({ rows: [] }))).toContain('one row, one event');
  });

  it('finds time that runs backwards', () => {
    const earlier = {
      ...message('01900000-0000-7000-8000-000000000019', 'three'),
      createdAt: '2026-11-20T09:00:00.000Z',
    };
    const log = logOf(...LOG.map(({ event }) => event), { type: 'message.created', data: earlier });
    expect(rules(final({ log }))).toContain('createdAt never runs backwards');
  });
});

describe('writes', () => {
  const operations = (...posts: History['operations']) => goodHistory({ operations: posts });

  it('finds an acknowledged write that is lost', () => {
    const lost = [post('one', 'k1', ok()), post('two', 'k2', ok()), post('gone', 'k3', ok())];
    expect(rules(operations(...lost))).toEqual(['no acknowledged write is lost']);
  });

  it('lets a write of unknown outcome be done or not', () => {
    const both = [post('one', null, unknown), post('two', null, unknown), post('gone', null, unknown)];
    expect(judge(operations(...both))).toEqual([]);
  });

  it('finds a write done twice, however often its key was sent', () => {
    const twice = logOf(...LOG.map(({ event }) => event), {
      type: 'message.created',
      data: message('01900000-0000-7000-8000-000000000019', 'one'),
    });
    expect(rules(goodHistory({}, twice))).toEqual(['no write is done twice']);
    const unkeyed = [post('one', null, unknown, ok()), post('two', 'k2', ok())];
    expect(judge(goodHistory({ operations: unkeyed }, twice))).toEqual([]);
  });

  it('finds a refused write that was done, and one that nobody asked for', () => {
    expect(rules(operations(post('one', 'k1', refused), post('two', 'k2', ok())))).toEqual([
      'what was refused is not done',
    ]);
    expect(rules(operations(post('two', 'k2', ok())))).toEqual(['nothing is made up']);
  });

  it('finds two answers to one key', () => {
    const answers = [post('one', 'k1', ok('"1"'), ok('"other"')), post('two', 'k2', ok())];
    expect(rules(operations(...answers))).toEqual(['a key has one answer']);
  });
});

describe('streams', () => {
  const start = heard(LOG.slice(0, 2));

  it('takes a history over several connections', () => {
    const again = heard(LOG.slice(2)).map((entry) => ({ ...entry, connection: 2 }));
    expect(judge(hearing(subscribed(2), ...start, subscribed(4, 2), ...again))).toEqual([]);
  });

  it('finds an event that is missing, in the middle and at the end', () => {
    expect(rules(hearing(...start, ...some(second)))).toEqual(['no event is missing']);
    expect(rules(hearing(...start, ...some(first)))).toEqual(['no event is missing']);
  });

  it('finds an event that comes twice', () => {
    const twice = some(first).map((entry) => ({ ...entry, connection: 2 }));
    expect(rules(hearing(...start, ...some(first), ...twice, ...some(second)))).toEqual([
      'no event comes twice',
    ]);
  });

  it('finds a frame that is not the one of the log', () => {
    const changed = some(second).map((entry) => ({ ...entry, text: '{}' }));
    expect(rules(hearing(...start, ...some(first), ...changed))).toEqual(['all hear the same']);
  });

  it('finds a resync, a refused cursor and an unknown frame', () => {
    const with_ = (entry: Entry) => rules(hearing(...heard(LOG), entry));
    expect(with_({ kind: 'resync', connection: 1, at: 0, streamId: CHANNEL })).toEqual([
      'nothing is taken from the log',
    ]);
    expect(with_({ kind: 'error', connection: 1, at: 0, code: 'INVALID_INPUT' })).toEqual([
      'who may hear is not refused',
    ]);
    expect(with_({ kind: 'error', connection: 1, at: 0, code: 'BUSY' })).toEqual([]);
    expect(with_({ kind: 'malformed', connection: 1, at: 0, text: '{}' })).toEqual([
      'every frame has a schema',
    ]);
  });
});

describe('revocation', () => {
  const log = logOf(
    ...[joined(ALICE), joined(BOB), left(BOB)],
    ...LOG.slice(2).map(({ event }) => event),
    joined(BOB),
  );
  const [one, two, gone, ...rest] = heard(log);
  const before = [...some(one), ...some(two), ...some(gone)];
  const of = (...entries: readonly Entry[]) => goodHistory({ listenings: [bob(entries)] }, log);

  it('lets the removed hear that they left, and all of it once they are back', () => {
    expect(judge(of(subscribed(2), ...before, subscribed(6), ...rest))).toEqual([]);
  });

  it('finds what came after leaving', () => {
    expect(rules(of(subscribed(2), ...before, ...rest))).toEqual(['nothing after revocation']);
  });

  it('finds an admission while out', () => {
    expect(rules(of(subscribed(2), ...before, subscribed(4), ...rest))).toEqual(['nothing after revocation']);
  });

  it('finds who writes where they have left', () => {
    const written = logOf(
      ...[joined(BOB), joined(ALICE), left(ALICE)],
      ...LOG.slice(2).map(({ event }) => event),
      joined(ALICE),
    );
    expect(rules(goodHistory({}, written))).toEqual(['who has left does not write']);
  });

  it('finds what was begun after the removal was answered', () => {
    const absence = { userId: BOB, streamIds: [CHANNEL], from: -10, until: 1_000 };
    expect(rules(goodHistory({ absences: [absence] }))).toEqual(['nothing after revocation']);
    expect(judge(goodHistory({ absences: [{ ...absence, from: 50 }] }))).toEqual([]);
  });
});

describe('the fold', () => {
  const channel = (changes: Partial<FinalState['channels'][number]>) =>
    rules(final({ channels: goodHistory().final.channels.map((one) => ({ ...one, ...changes })) }));

  it('finds members and counts that differ', () => {
    expect(channel({ memberCount: 3 })).toEqual(['the log folds to the state']);
    expect(channel({ memberIds: [ALICE] })).toEqual(['the log folds to the state']);
  });

  it('finds messages that are missing, extra, changed or out of order', () => {
    const messages = goodHistory().final.channels.flatMap((one) => one.messages);
    for (const shown of [
      messages.slice(1),
      [...messages, message('01900000-0000-7000-8000-000000000019', 'extra')],
      messages.map((one) => ({ ...one, replyCount: 1 })),
      messages.toReversed(),
    ]) {
      expect(channel({ messages: shown })).toEqual(['the log folds to the state']);
    }
  });
});
