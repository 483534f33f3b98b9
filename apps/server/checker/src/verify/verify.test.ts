import { describe, expect, it } from 'vitest';
import type { FinalState } from '../history/final-state.js';
import type { Allowance, History } from '../history/history.js';
import type { Operation, Outcome } from '../history/operation.js';
import type { Entry } from '../history/subscriber-history.js';
import {
  ALICE,
  attachment,
  BOB,
  bob,
  CHANNEL,
  created,
  fail,
  info,
  joined,
  LOG,
  left,
  logOf,
  message,
  ok,
  post,
  received,
  SERVER,
  subscribed,
  upload,
  validHistory,
} from './history.fixture.js';
import { verify } from './verify.js';

const violated = (history: History) => [...new Set(verify(history).map(({ property }) => property))];
const withFinalState = (changes: Partial<FinalState>): History => ({
  ...validHistory(),
  finalState: { ...validHistory().finalState, ...changes },
});
const delivered = (...entries: readonly Entry[]) => validHistory({ subscribers: [bob(entries)] });
const OTHER_ID = '01900000-0000-7000-8000-000000000019';
const [, , first, second] = received(LOG);
const some = (entry: Entry | undefined) => (entry ? [entry] : []);

describe('pins', () => {
  const [firstId = '', secondId = ''] = validHistory().finalState.rows.map(({ id }) => id);
  const pinned = (messageId: string) => ({
    type: 'message.pinned',
    data: { channelId: CHANNEL, messageId, userId: ALICE, pinnedAt: AT },
  });
  const unpinned = (messageId: string) => ({
    type: 'message.unpinned',
    data: { channelId: CHANNEL, messageId, userId: ALICE },
  });
  const AT = '2026-11-20T10:00:00.000Z';
  const LIVING = [joined(ALICE), joined(BOB), created(firstId, 'one'), created(secondId, 'two')];
  const pin = (messageId: string, ...outcomes: readonly Outcome[]): Operation => ({
    ...post('', null, ...outcomes),
    kind: 'pin',
    effect: `pinned ${messageId}`,
  });
  /** The log, what the list of pins shows, and which messages have a pin. */
  const judged = (
    log: ReturnType<typeof logOf>,
    pinnedIds: readonly string[],
    operations: readonly Operation[],
  ) => {
    const valid = validHistory({}, log);
    const channels = valid.finalState.channels.map((channel) => ({
      ...channel,
      pinnedIds,
      messages: channel.messages.map((shown) =>
        pinnedIds.includes(shown.id) ? { ...shown, pinnedAt: AT, pinnedBy: ALICE } : shown,
      ),
    }));
    const finalState = { ...valid.finalState, channels };
    return violated({ ...valid, finalState, operations: [...valid.operations, ...operations] });
  };
  const both = logOf(...LIVING, pinned(firstId), pinned(secondId));
  const pins = [pin(firstId, info, ok()), pin(secondId, ok())];

  it('are those of the log, the last one first', () => {
    expect(judged(both, [secondId, firstId], pins)).toEqual([]);
    const DIFFERENT = ['the log replays to the final state'];
    expect(judged(both, [firstId, secondId], pins)).toEqual(DIFFERENT);
    expect(judged(both, [secondId], pins)).toEqual(DIFFERENT);
    const one = logOf(...LIVING, pinned(firstId), unpinned(firstId));
    expect(judged(one, [], pins.slice(0, 1))).toEqual([]);
    expect(judged(one, [firstId], pins.slice(0, 1))).toEqual(DIFFERENT);
    const twice = logOf(...LIVING, pinned(firstId), pinned(firstId));
    expect(judged(twice, [firstId], pins.slice(0, 1))).toContain('the log replays to the final state');
  });

  it('are written once where they are acknowledged', () => {
    expect(judged(both, [secondId, firstId], [...pins, pin(OTHER_ID, ok())])).toEqual([
      'no acknowledged write is lost',
    ]);
    expect(judged(both, [secondId, firstId], [pin(firstId, fail), pin(secondId, ok())])).toEqual([
      'no failed write is applied',
    ]);
  });
});

describe('bans', () => {
  const comeBack = (invokedAt: number, outcome: Outcome): Operation => ({
    kind: 'accept-invite',
    userId: BOB,
    effect: `joined ${SERVER} ${BOB}`,
    key: null,
    attempts: [{ invokedAt, completedAt: invokedAt + 10, outcome }],
  });
  const judged = (operation: Operation) =>
    violated(
      validHistory({
        bannedIntervals: [{ userId: BOB, from: 100, until: 200 }],
        operations: [...validHistory().operations, operation],
      }),
    ).filter((property) => property.includes('banned'));

  it('let nobody in until somebody asks for their end', () => {
    expect(judged(comeBack(120, fail))).toEqual([]);
    expect(judged(comeBack(120, info))).toEqual([]);
    expect(judged(comeBack(120, ok()))).toEqual(['nobody comes in who is banned']);
    // Asked before the ban was acknowledged, or while its end was asked for.
    expect(judged(comeBack(90, ok()))).toEqual([]);
    expect(judged(comeBack(195, ok()))).toEqual([]);
    expect(judged({ ...comeBack(120, ok()), userId: ALICE })).toEqual([]);
  });
});

describe('searches', () => {
  const [firstId = '', secondId = ''] = validHistory().finalState.rows.map(({ id }) => id);
  const search = (invokedAt: number, ...ids: readonly string[]) => ({
    userId: BOB,
    q: 'from:alice',
    invokedAt,
    completedAt: invokedAt + 10,
    found: ids.map((id) => ({ id, channelId: CHANNEL })),
  });
  const deletion = (outcome: Outcome): Operation => ({
    ...post('', null, outcome),
    kind: 'delete',
    effect: `deleted ${firstId}`,
  });
  const ofSearch = (history: History) => violated(history).filter((property) => property.includes('found'));

  it('find nothing whose deletion was acknowledged', () => {
    const judged = (found: ReturnType<typeof search>, outcome: Outcome) =>
      ofSearch(
        validHistory({
          searches: [found],
          operations: [...validHistory().operations, deletion(outcome)],
        }),
      );
    // The deletion is acknowledged at 50.
    expect(judged(search(60, secondId), ok())).toEqual([]);
    expect(judged(search(60, firstId), ok())).toEqual(['what was deleted is not found']);
    expect(judged(search(40, firstId), ok())).toEqual([]);
    expect(judged(search(60, firstId), info)).toEqual([]);
  });

  it('find nothing in a channel that was lost for as long as they take', () => {
    const revoked = (streamId: string) => [{ userId: BOB, streamIds: [streamId], from: 100, until: 200 }];
    const judged = (invokedAt: number, streamId: string) =>
      ofSearch(validHistory({ revokedIntervals: revoked(streamId), searches: [search(invokedAt, firstId)] }));
    expect(judged(120, CHANNEL)).toEqual(['nothing is found after revocation']);
    expect(judged(120, SERVER)).toEqual([]);
    expect(judged(90, CHANNEL)).toEqual([]);
    expect(judged(195, CHANNEL)).toEqual([]);
  });

  it('find at the end all that there is, and nothing that is not', () => {
    const judged = (...searches: FinalState['searches']) => ofSearch(withFinalState({ searches }));
    const inChannel = (...foundIds: readonly string[]) => ({
      of: { channelId: CHANNEL },
      limit: 100,
      foundIds,
    });
    expect(judged(inChannel(secondId, firstId))).toEqual([]);
    expect(judged(inChannel(secondId))).toEqual(['what is there is found']);
    expect(judged({ ...inChannel(secondId), limit: 1 })).toEqual([]);
    const byText = (...foundIds: readonly string[]) => ({
      of: { messageId: firstId },
      limit: 2,
      foundIds,
    });
    expect(judged(byText(firstId))).toEqual([]);
    expect(judged(byText())).toEqual(['what is there is found']);
    expect(judged(byText(secondId, OTHER_ID))).toEqual([]);
    const deleted = logOf(...LOG.map(({ event: { type, data } }) => ({ type, data })), {
      type: 'message.deleted',
      data: { id: firstId, channelId: CHANNEL, threadId: null },
    });
    const after = (...foundIds: readonly string[]) =>
      ofSearch({
        ...validHistory({}, deleted),
        finalState: { ...validHistory({}, deleted).finalState, searches: [inChannel(...foundIds)] },
      });
    expect(after(secondId)).toEqual([]);
    expect(after(secondId, firstId)).toEqual(['what was deleted is not found']);
  });
});

describe('inboxes', () => {
  const mentioning = LOG.map((logged) => {
    if (logged.event.type !== 'message.created') return logged;
    const { data } = logged.event;
    const mentions = { userIds: [OTHER_ID], groupIds: [], channel: false, here: false };
    return { ...logged, event: { type: 'message.created' as const, data: { ...data, mentions } } };
  });
  const items = mentioning.flatMap(({ event: { type, data } }) =>
    type === 'message.created'
      ? [{ userId: OTHER_ID, messageId: data.id, isSilent: false, isRead: false }]
      : [],
  );
  const judged = (inbox: FinalState['inbox'], silenced = validHistory().silenced) => {
    const history = withFinalState({ log: mentioning, inbox });
    return violated({ ...history, silenced }).filter((property) => property.includes('inbox'));
  };
  const BROKEN = ['every mention is in the inbox once'];

  it('has each mention once', () => {
    expect(judged(items)).toEqual([]);
    expect(judged(items.slice(1))).toEqual(BROKEN);
    expect(judged([...items, ...items.slice(1)])).toEqual(BROKEN);
  });

  it('is silent for who is muted, and has nothing for who wants nothing', () => {
    const silent = items.map((item) => ({ ...item, isSilent: true }));
    expect(judged(silent, { mutedId: OTHER_ID, nothingId: '', switchingId: '' })).toEqual([]);
    expect(judged(items, { mutedId: OTHER_ID, nothingId: '', switchingId: '' })).toEqual(BROKEN);
    expect(judged([], { mutedId: '', nothingId: OTHER_ID, switchingId: '' })).toEqual([]);
    expect(judged(items, { mutedId: '', nothingId: OTHER_ID, switchingId: '' })).toEqual(BROKEN);
  });
});

describe('read state', () => {
  const [firstId = '', secondId = ''] = validHistory().finalState.rows.map(({ id }) => id);
  const mark = (messageId: string, unread: boolean, ...outcomes: readonly Outcome[]): Operation => ({
    ...post('', 'key', ...outcomes),
    kind: 'read',
    userId: BOB,
    mark: { channelId: CHANNEL, messageId, unread },
  });
  /** Bob has this count, from this message on. */
  const judged = (
    unreadCount: number,
    firstUnreadMessageId: string | null,
    ...marks: readonly Operation[]
  ) => {
    const counts = { unreadCount, mentionCount: 0, firstUnreadMessageId, capped: false };
    const history = withFinalState({ unread: [{ userId: BOB, channelId: CHANNEL, ...counts }] });
    return violated({ ...history, operations: [...history.operations, ...marks] });
  };
  const BROKEN = ['what is unread is what a recount finds'];

  it('counts from where one has joined, and from the last mark', () => {
    expect(judged(2, firstId)).toEqual([]);
    expect(judged(1, secondId)).toEqual(BROKEN);
    expect(judged(1, secondId, mark(firstId, false, info, ok()))).toEqual([]);
    expect(judged(0, null, mark(secondId, false, ok()), mark(firstId, false, ok()))).toEqual([]);
    expect(judged(1, secondId, mark(secondId, false, ok()), mark(firstId, false, ok()))).toEqual(BROKEN);
    expect(judged(2, firstId, mark(secondId, false, ok()), mark(firstId, true, ok()))).toEqual([]);
    expect(judged(0, null, mark(secondId, false, fail))).toEqual(BROKEN);
  });

  it('is not judged where a mark was never answered', () => {
    expect(judged(0, null, mark(secondId, false, info))).toEqual([]);
    expect(judged(2, firstId, mark(secondId, false, info))).toEqual([]);
  });

  it('reads the items up to the position, and no other', () => {
    const items = (...read: readonly boolean[]) => {
      const log = LOG.map((logged) => {
        if (logged.event.type !== 'message.created') return logged;
        const mentions = { userIds: [BOB], groupIds: [], channel: false, here: false };
        return { ...logged, event: { ...logged.event, data: { ...logged.event.data, mentions } } };
      });
      const inbox = [firstId, secondId].map((messageId, n) => ({
        userId: BOB,
        messageId,
        isSilent: false,
        isRead: read[n] ?? false,
      }));
      const counts = { unreadCount: 1, mentionCount: 1, firstUnreadMessageId: secondId, capped: false };
      const history = withFinalState({
        log,
        inbox,
        unread: [{ userId: BOB, channelId: CHANNEL, ...counts }],
      });
      const operations = [...history.operations, mark(firstId, false, ok())];
      return violated({ ...history, operations }).filter((property) => property.includes('item'));
    };
    expect(items(true, false)).toEqual([]);
    expect(items(false, false)).toEqual(['an item is read when its message is']);
    expect(items(true, true)).toEqual(['an item is read when its message is']);
  });
});

describe('the service and its log', () => {
  it('finds no violation in a valid history', () => {
    expect(verify(validHistory())).toEqual([]);
  });

  it('reports incidents of the service', () => {
    expect(violated(validHistory({ incidents: ['it exited'] }))).toEqual(['the service stays up']);
  });

  it('finds a gap, a wrong head and an event without a row', () => {
    expect(violated(withFinalState({ log: LOG.slice(1) }))).toContain('the log has no gaps');
    expect(violated(withFinalState({ heads: new Map([[CHANNEL, 9]]) }))).toContain('the log has no gaps');
    expect(violated(withFinalState({ rows: [] }))).toContain('every message row has one event');
  });

  it('finds a row without an event', () => {
    const { rows } = validHistory().finalState;
    const extra = { id: OTHER_ID, channelId: CHANNEL, seq: 3 };
    expect(violated(withFinalState({ rows: [...rows, extra] }))).toEqual(['every message row has one event']);
  });

  it('finds a membership that is repeated', () => {
    const log = logOf(...LOG.map(({ event }) => event), joined(BOB));
    expect(violated(validHistory({}, log))).toEqual(['no write is applied twice']);
  });

  it('finds a createdAt that decreases', () => {
    const earlier = {
      ...message(OTHER_ID, 'three'),
      createdAt: '2026-11-20T09:00:00.000Z',
    };
    const log = logOf(...LOG.map(({ event }) => event), { type: 'message.created', data: earlier });
    expect(violated(withFinalState({ log }))).toContain('createdAt never decreases');
  });
});

describe('writes', () => {
  const operations = (...posts: History['operations']) => validHistory({ operations: posts });

  it('finds an acknowledged write that is lost', () => {
    const lost = [post('one', 'k1', ok()), post('two', 'k2', ok()), post('gone', 'k3', ok())];
    expect(violated(operations(...lost))).toEqual(['no acknowledged write is lost']);
  });

  it('accepts an info write whether it was applied or not', () => {
    const both = [post('one', null, info), post('two', null, info), post('gone', null, info)];
    expect(verify(operations(...both))).toEqual([]);
  });

  it('finds a write that was applied twice although its attempts carried one key', () => {
    const twice = logOf(...LOG.map(({ event }) => event), {
      type: 'message.created',
      data: message(OTHER_ID, 'one'),
    });
    expect(violated(validHistory({}, twice))).toEqual(['no write is applied twice']);
    const unkeyed = [post('one', null, info, ok()), post('two', 'k2', ok())];
    expect(verify(validHistory({ operations: unkeyed }, twice))).toEqual([]);
  });

  it('finds a failed write that was applied, and a message that nobody requested', () => {
    expect(violated(operations(post('one', 'k1', fail), post('two', 'k2', ok())))).toEqual([
      'no failed write is applied',
    ]);
    expect(violated(operations(post('two', 'k2', ok())))).toEqual(['no message is unrequested']);
  });

  it('finds two responses to one idempotency key', () => {
    const responses = [post('one', 'k1', ok('"1"'), ok('"other"')), post('two', 'k2', ok())];
    expect(violated(operations(...responses))).toEqual(['all responses to one idempotency key are equal']);
  });

  it('accepts that a retry gets the text of a later edit, but no other message', () => {
    const answer = (changes: object) =>
      ok(JSON.stringify({ data: { ...message(OTHER_ID, 'one'), ...changes } }));
    const retried = (changes: object) =>
      violated(operations(post('one', 'k1', answer({}), answer(changes)), post('two', 'k2', ok())));
    expect(retried({ content: 'new', edited: true })).toEqual([]);
    expect(retried({ content: '' })).toEqual([]);
    const differs = ['all responses to one idempotency key are equal'];
    expect(retried({ content: 'other' })).toEqual(differs);
    expect(retried({ id: SERVER, edited: true })).toEqual(differs);
  });
});

describe('uploads', () => {
  const FILE_ID = '01900000-0000-7000-8000-000000000021';
  const carrier = created(OTHER_ID, 'three', [attachment(FILE_ID, OTHER_ID, 'digest')]);
  const deletion = {
    type: 'message.deleted',
    data: { id: OTHER_ID, channelId: CHANNEL, threadId: null },
  };
  /** A history in which Alice uploads a file, posts it, and then `later` happens. */
  function uploaded(
    changes: Partial<FinalState> = {},
    ...later: ReadonlyArray<{ type: string; data: object }>
  ) {
    const log = logOf(...LOG.map(({ event }) => event), carrier, ...later);
    const { operations, ...history } = validHistory({}, log);
    const attachments = later.length === 0 ? [{ id: FILE_ID, filename: 'digest' }] : [];
    return {
      ...history,
      operations: [...operations, upload('digest', info, ok()), post('three', 'k3', ok())],
      finalState: {
        ...history.finalState,
        attachments,
        downloads: new Map([[FILE_ID, 'digest']]),
        ...changes,
      },
    };
  }
  const CHANGED = ['every attachment downloads as it was uploaded'];

  it('accepts a file that downloads as it was uploaded', () => {
    expect(verify(uploaded())).toEqual([]);
  });

  it('finds a file that is missing, or has other bytes', () => {
    expect(violated(uploaded({ downloads: new Map([[FILE_ID, '404']]) }))).toEqual(CHANGED);
    expect(violated(uploaded({ downloads: new Map([[FILE_ID, 'other digest']]) }))).toEqual(CHANGED);
    expect(violated(uploaded({ downloads: new Map() }))).toEqual(CHANGED);
  });

  it('does not require the file of a deleted message', () => {
    expect(violated(uploaded({ downloads: new Map() }, deletion))).not.toContain(CHANGED[0]);
  });

  it('finds an acknowledged upload that is neither in a message nor in a row', () => {
    const { operations, ...history } = uploaded();
    expect(violated({ ...history, operations: [...operations, upload('gone', ok())] })).toEqual([
      'no acknowledged write is lost',
    ]);
  });

  it('accepts an acknowledged upload without a message, as it is left by a post of unknown outcome', () => {
    const { operations, ...history } = uploaded({ attachments: [{ id: OTHER_ID, filename: 'left' }] });
    expect(verify({ ...history, operations: [...operations, upload('left', ok())] })).toEqual([]);
  });

  it('finds an upload that was stored twice', () => {
    const attachments = [
      { id: FILE_ID, filename: 'digest' },
      { id: SERVER, filename: 'digest' },
    ];
    expect(violated(uploaded({ attachments }))).toEqual(['no write is applied twice']);
  });
});

describe('deliveries', () => {
  const start = received(LOG.slice(0, 2));

  it('accepts a history over several connections', () => {
    const again = received(LOG.slice(2)).map((entry) => ({ ...entry, connection: 2 }));
    expect(verify(delivered(subscribed(2), ...start, subscribed(4, 2), ...again))).toEqual([]);
  });

  it('finds an event that is missing, in the middle and at the end', () => {
    expect(violated(delivered(...start, ...some(second)))).toEqual(['no event is missing']);
    expect(violated(delivered(...start, ...some(first)))).toEqual(['no event is missing']);
  });

  it('finds an event that is delivered twice', () => {
    const twice = some(first).map((entry) => ({ ...entry, connection: 2 }));
    expect(violated(delivered(...start, ...some(first), ...twice, ...some(second)))).toEqual([
      'no event is delivered twice',
    ]);
  });

  it('finds a frame that differs from the log', () => {
    const changed = some(second).map((entry) => ({ ...entry, text: '{}' }));
    expect(violated(delivered(...start, ...some(first), ...changed))).toEqual([
      'every delivered event equals the logged event',
    ]);
  });

  it('finds a resync, a rejected cursor and an unknown frame', () => {
    const violatedBy = (entry: Entry) => violated(delivered(...received(LOG), entry));
    expect(violatedBy({ kind: 'resync', connection: 1, at: 0, streamId: CHANNEL })).toEqual([
      'no subscriber needs a resync',
    ]);
    expect(violatedBy({ kind: 'error', connection: 1, at: 0, code: 'INVALID_INPUT' })).toEqual([
      'no subscriber receives an unexpected error',
    ]);
    expect(violatedBy({ kind: 'error', connection: 1, at: 0, code: 'BUSY' })).toEqual([]);
    expect(violatedBy({ kind: 'malformed', connection: 1, at: 0, text: '{}' })).toEqual([
      'every frame matches a schema',
    ]);
  });
});

describe('revocation', () => {
  const log = logOf(
    ...[joined(ALICE), joined(BOB), left(BOB)],
    ...LOG.slice(2).map(({ event }) => event),
    joined(BOB),
  );
  const [one, two, leaving, ...rest] = received(log);
  const before = [...some(one), ...some(two), ...some(leaving)];
  const removed = (...entries: readonly Entry[]) => validHistory({ subscribers: [bob(entries)] }, log);

  it('accepts that a removed user receives the own member.left, and everything after joining again', () => {
    expect(verify(removed(subscribed(2), ...before, subscribed(6), ...rest))).toEqual([]);
  });

  it('finds events delivered after the user left', () => {
    expect(violated(removed(subscribed(2), ...before, ...rest))).toEqual([
      'nothing is delivered after revocation',
    ]);
  });

  it('finds a subscription authorized after the user left', () => {
    expect(violated(removed(subscribed(2), ...before, subscribed(4), ...rest))).toEqual([
      'nothing is delivered after revocation',
    ]);
  });

  it('finds a write by a former member', () => {
    const written = logOf(
      ...[joined(BOB), joined(ALICE), left(ALICE)],
      ...LOG.slice(2).map(({ event }) => event),
      joined(ALICE),
    );
    expect(violated(validHistory({}, written))).toEqual(['no former member writes']);
  });

  it('finds the delivery of a write invoked after the removal was acknowledged', () => {
    const interval = { userId: BOB, streamIds: [CHANNEL], from: -10, until: 1_000 };
    expect(violated(validHistory({ revokedIntervals: [interval] }))).toEqual([
      'nothing is delivered after revocation',
    ]);
    expect(verify(validHistory({ revokedIntervals: [{ ...interval, from: 50 }] }))).toEqual([]);
  });
});

describe('revocation while a fault delays it', () => {
  const opened: Entry = { kind: 'opened', connection: 1, at: 0, node: 'node 1' };
  const interval = { userId: BOB, streamIds: [CHANNEL], from: -10, until: 1_000 };
  /** Bob receives, at 3 and 4 ms, what was invoked 10 ms after the removal. */
  const withAllowance = (changes: Partial<Allowance>) =>
    violated(
      validHistory({
        subscribers: [bob([opened, subscribed(0), ...received(LOG)])],
        revokedIntervals: [interval],
        allowances: [{ node: 'node 1', from: -50, until: 50, ms: 20, ...changes }],
      }),
    );
  const REVOKED = ['nothing is delivered after revocation'];

  it.each<[string, Partial<Allowance>, readonly string[]]>([
    ['accepts what the fault of the node allows', {}, []],
    ['accepts what a fault of another node allows on all', { node: null }, []],
    ['finds what is later than allowed', { ms: 5 }, REVOKED],
    ['finds what is delivered by another node', { node: 'node 2' }, REVOKED],
    ['finds what was removed after the fault', { from: -50, until: -20 }, REVOKED],
    ['finds what was delivered before the fault', { from: 20 }, REVOKED],
  ])('%s', (_name, changes, expected) => {
    expect(withAllowance(changes)).toEqual(expected);
  });
});

describe('the replay', () => {
  const channel = (changes: Partial<FinalState['channels'][number]>) =>
    violated(
      withFinalState({ channels: validHistory().finalState.channels.map((one) => ({ ...one, ...changes })) }),
    );

  it('finds members and counts that differ', () => {
    expect(channel({ memberCount: 3 })).toEqual(['the log replays to the final state']);
    expect(channel({ memberIds: [ALICE] })).toEqual(['the log replays to the final state']);
  });

  it('finds messages that are missing, extra, changed or out of order', () => {
    const messages = validHistory().finalState.channels.flatMap((one) => one.messages);
    for (const shown of [
      messages.slice(1),
      [...messages, message(OTHER_ID, 'extra')],
      messages.map((one) => ({ ...one, replyCount: 1 })),
      messages.toReversed(),
    ]) {
      expect(channel({ messages: shown })).toEqual(['the log replays to the final state']);
    }
  });

  it('finds an edit that changes more than the content', () => {
    const [shown] = validHistory().finalState.channels.flatMap((one) => one.messages);
    const edited = { ...shown, content: 'new', edited: true, replyCount: 1 };
    const log = logOf(...LOG.map(({ event }) => event), { type: 'message.updated', data: edited });
    expect(violated(validHistory({}, log))).toContain('the log replays to the final state');
    expect(verify(validHistory({}, log)).map(({ detail }) => detail)).toContainEqual(
      expect.stringContaining('5 carries'),
    );
  });

  it('finds a text that is stored after an edit or a deletion', () => {
    const [shown] = validHistory().finalState.channels.flatMap((one) => one.messages);
    const logged = LOG.map(({ event }) => event);
    const edited = { type: 'message.updated', data: { ...shown, content: 'new', edited: true } };
    const deleted = { type: 'message.deleted', data: { id: shown?.id, channelId: CHANNEL, threadId: null } };
    for (const later of [edited, deleted]) {
      const found = violated(validHistory({}, logOf(...logged, later)));
      expect(found).toContain('what was edited or deleted is not in the log');
    }
  });

  it('finds a deletion of a message that does not exist', () => {
    const data = { id: OTHER_ID, channelId: CHANNEL, threadId: null };
    const log = logOf(...LOG.map(({ event }) => event), { type: 'message.deleted', data });
    expect(violated(validHistory({}, log))).toEqual(['the log replays to the final state']);
  });
});
