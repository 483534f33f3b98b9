import type { ChannelMember, Message } from '@palaver/client';
import type { OutgoingMessage } from '@palaver/client/store';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { messageWith, outgoingWith, userWith } from '../testing/records.js';
import { joinsOf, type Row, rowsOf } from './message-rows.js';

afterEach(() => vi.unstubAllEnvs());

interface Given {
  readonly messages?: readonly Message[];
  readonly outgoing?: readonly OutgoingMessage[];
  readonly firstNewId?: string | null;
  readonly isWhole?: boolean;
  readonly isNewest?: boolean;
  readonly joins?: readonly ChannelMember[];
}

const rows = ({
  messages = [],
  outgoing = [],
  firstNewId = null,
  isWhole = false,
  isNewest = true,
  joins = [],
}: Given) => rowsOf({ messages, outgoing, userId: 'me', firstNewId, isWhole, isNewest, joins });

/** `Mon 9`, `new`, `>m1` for a message that begins a group and `m2` for one that goes on with it. */
function told(row: Row): string {
  switch (row.kind) {
    case 'day':
      return row.date.toLocaleDateString('en', { weekday: 'short', day: 'numeric' });
    case 'message':
    case 'outgoing':
      return `${row.isFirst ? '>' : ''}${row.key}`;
    case 'joined':
      return `+${row.members.map(({ id }) => id)}`;
    default:
      return row.kind;
  }
}
const shown = (given: Given) => rows(given).map(told);
const at = (id: string, createdAt: string, userId = 'ada') => messageWith({ id, createdAt, userId });
const mine = (nonce: string, createdAt: string) => outgoingWith({ nonce, createdAt });

describe('a line for each day', () => {
  test.each([
    ['UTC', ['9 Mon', '>a', '10 Tue', '>b', 'c']],
    // Five hours behind: the first two are of one evening.
    ['America/Lima', ['9 Mon', '>a', 'b', 'c']],
    ['Asia/Tokyo', ['10 Tue', '>a', 'b', 'c']],
  ])('is where midnight is in %s', (zone, expected) => {
    vi.stubEnv('TZ', zone);
    const messages = [
      at('a', '2026-03-09T23:59:59.999Z'),
      at('b', '2026-03-10T00:00:00.000Z'),
      at('c', '2026-03-10T00:00:01.000Z'),
    ];
    expect(shown({ messages })).toEqual(expected);
  });

  test('is one on a day of 23 hours, of 25 hours, and without a midnight', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const autumn = [
      '2026-10-24T22:00:00Z',
      '2026-10-25T00:30:00Z',
      '2026-10-25T01:30:00Z',
      '2026-10-25T22:59:59Z',
      '2026-10-25T23:00:00Z',
    ];
    expect(shown({ messages: autumn.map((time, index) => at(`m${index}`, time)) })).toEqual([
      '25 Sun',
      '>m0',
      '>m1',
      '>m2',
      '>m3',
      '26 Mon',
      '>m4',
    ]);
    const spring = [
      '2026-03-28T23:00:00Z',
      '2026-03-29T00:59:59Z',
      '2026-03-29T21:59:59Z',
      '2026-03-29T22:00:00Z',
    ];
    expect(shown({ messages: spring.map((time, index) => at(`m${index}`, time)) })).toEqual([
      '29 Sun',
      '>m0',
      '>m1',
      '>m2',
      '30 Mon',
      '>m3',
    ]);
    vi.stubEnv('TZ', 'America/Asuncion');
    const skipped = ['2023-10-01T03:59:00Z', '2023-10-01T04:00:00Z'];
    expect(shown({ messages: skipped.map((time, index) => at(`m${index}`, time)) })).toEqual([
      '30 Sat',
      '>m0',
      '1 Sun',
      '>m1',
    ]);
  });

  test('tells apart the same day of another month and year', () => {
    vi.stubEnv('TZ', 'UTC');
    const messages = [
      at('a', '2025-03-09T12:00:00Z'),
      at('b', '2026-02-09T12:00:00Z'),
      at('c', '2026-03-09T12:00:00Z'),
    ];
    expect(rows({ messages }).filter(({ kind }) => kind === 'day')).toHaveLength(3);
  });

  test('stands above what one writes on another day, and is not there twice where the clock is behind', () => {
    vi.stubEnv('TZ', 'UTC');
    const messages = [at('a', '2026-03-09T23:59:00Z', 'me')];
    expect(
      shown({ messages, outgoing: [mine('x', '2026-03-10T00:01:00Z'), mine('y', '2026-03-10T00:02:00Z')] }),
    ).toEqual(['9 Mon', '>a', '10 Tue', '>x', 'y']);
    expect(shown({ messages, outgoing: [mine('x', '2026-03-08T12:00:00Z')] })).toEqual(['9 Mon', '>a', 'x']);
    expect(shown({ outgoing: [mine('x', '2026-03-10T00:01:00Z')] })).toEqual(['10 Tue', '>x']);
  });
});

describe('a group', () => {
  test('is of one author, within five minutes of the one before', () => {
    vi.stubEnv('TZ', 'UTC');
    const messages = [
      at('a', '2026-03-10T12:00:00.000Z'),
      at('b', '2026-03-10T12:05:00.000Z'),
      at('c', '2026-03-10T12:10:00.000Z'),
      at('d', '2026-03-10T12:15:00.001Z'),
      at('e', '2026-03-10T12:15:01.000Z', 'bob'),
      at('f', '2026-03-10T12:15:02.000Z'),
    ];
    expect(shown({ messages })).toEqual(['10 Tue', '>a', 'b', 'c', '>d', '>e', '>f']);
  });

  test('is of one name of a webhook, which is no message of the bot of that id', () => {
    vi.stubEnv('TZ', 'UTC');
    const webhook = (username: string) => ({ id: 'w', username, avatarUrl: null, emoji: null });
    const messages = [
      messageWith({ id: 'a', webhook: webhook('CI') }),
      messageWith({ id: 'b', webhook: webhook('CI') }),
      messageWith({ id: 'c', webhook: webhook('Deploy') }),
      messageWith({ id: 'd' }),
    ];
    expect(shown({ messages })).toEqual(['10 Tue', '>a', 'b', '>c', '>d']);
  });

  test('goes on in what one has just written, and not in that of somebody else', () => {
    vi.stubEnv('TZ', 'UTC');
    const outgoing = [mine('x', '2026-03-10T12:01:00Z'), mine('y', '2026-03-10T12:06:00.001Z')];
    expect(shown({ messages: [at('a', '2026-03-10T12:00:00Z', 'me')], outgoing })).toEqual([
      '10 Tue',
      '>a',
      'x',
      '>y',
    ]);
    expect(shown({ messages: [at('a', '2026-03-10T12:00:00Z')], outgoing })).toEqual([
      '10 Tue',
      '>a',
      '>x',
      '>y',
    ]);
  });
});

describe('the line of what is new', () => {
  const messages = [at('a', '2026-03-10T12:00:00Z'), at('b', '2026-03-10T12:01:00Z')];

  test('stands below the day and above its message, which begins a group', () => {
    vi.stubEnv('TZ', 'UTC');
    expect(shown({ messages, firstNewId: 'a' })).toEqual(['10 Tue', 'new', '>a', 'b']);
    expect(shown({ messages, firstNewId: 'b' })).toEqual(['10 Tue', '>a', 'new', '>b']);
  });

  test('is not there without such a message', () => {
    vi.stubEnv('TZ', 'UTC');
    expect(shown({ messages, firstNewId: null })).toEqual(['10 Tue', '>a', 'b']);
    expect(shown({ messages, firstNewId: 'gone' })).toEqual(['10 Tue', '>a', 'b']);
  });
});

describe('who joined', () => {
  const joined = (id: string, joinedAt: string): ChannelMember => ({ ...userWith({ id }), joinedAt });
  const messages = [at('a', '2026-03-10T12:00:00Z'), at('b', '2026-03-10T12:04:00Z')];
  const joins = [
    joined('eve', '2026-03-09T11:00:00Z'),
    joined('fay', '2026-03-10T12:01:00Z'),
    joined('gil', '2026-03-10T12:02:00Z'),
    joined('hal', '2026-03-10T12:04:00Z'),
    joined('ian', '2026-03-11T12:00:00Z'),
  ];

  test('stands at its time, together with those who came next on that day, and parts groups', () => {
    vi.stubEnv('TZ', 'UTC');
    expect(shown({ isWhole: true, messages, joins })).toEqual([
      'beginning',
      '9 Mon',
      '+eve',
      '10 Tue',
      '>a',
      '+fay,gil,hal',
      '>b',
      '11 Wed',
      '+ian',
    ]);
  });

  test('is not told of outside of what is loaded', () => {
    vi.stubEnv('TZ', 'UTC');
    expect(shown({ isNewest: false, messages, joins })).toEqual(['10 Tue', '>a', '+fay,gil,hal', '>b']);
    expect(shown({ messages, joins: joins.slice(0, 1) })).toEqual(['10 Tue', '>a', 'b']);
    expect(shown({ isWhole: true, joins: joins.slice(1, 3) })).toEqual(['beginning', '10 Tue', '+fay,gil']);
  });

  test('stands above the line of what is new, and above what is being sent', () => {
    vi.stubEnv('TZ', 'UTC');
    const outgoing = [mine('x', '2026-03-10T12:05:00Z')];
    expect(shown({ messages, outgoing, joins: joins.slice(1, 4), firstNewId: 'b' })).toEqual([
      '10 Tue',
      '>a',
      '+fay,gil,hal',
      'new',
      '>b',
      '>x',
    ]);
  });

  test('has one key while others join after them', () => {
    const keysOf = (n: number) => rows({ messages, joins: joins.slice(1, n) }).map(({ key }) => key);
    expect(keysOf(2)).toEqual(keysOf(4));
  });

  test('are all but who made the channel, in the order of joining, and nobody in a direct message', () => {
    const channel = { createdBy: 'gil', isDm: false };
    expect(joinsOf(channel, joins.toReversed()).map(({ id }) => id)).toEqual(['eve', 'fay', 'hal', 'ian']);
    expect(joinsOf({ ...channel, isDm: true }, joins)).toEqual([]);
  });
});

test('the beginning comes first, also where nothing is said yet, and only of what is whole', () => {
  vi.stubEnv('TZ', 'UTC');
  expect(shown({ isWhole: true })).toEqual(['beginning']);
  expect(shown({})).toEqual([]);
  expect(shown({ isWhole: true, messages: [at('a', '2026-03-10T12:00:00Z')] })).toEqual([
    'beginning',
    '10 Tue',
    '>a',
  ]);
});

test('of any messages all are there in their order, no key is twice, and a line is followed by a message', () => {
  const minutes = fc.array(fc.tuple(fc.nat(6_000), fc.constantFrom('ada', 'bob', 'me')), { maxLength: 30 });
  fc.assert(
    fc.property(minutes, minutes, fc.nat(40), (posted, written, firstNew) => {
      const timeOf = (minute: number) => new Date(Date.UTC(2026, 2, 28) + minute * 60_000).toISOString();
      const messages = posted.map(([minute, userId], index) => at(`m${index}`, timeOf(minute), userId));
      const outgoing = written.map(([minute], index) => mine(`n${index}`, timeOf(minute)));
      const made = rows({ messages, outgoing, firstNewId: `m${firstNew}` });
      const keys = made.map(({ key }) => key);
      const said = made.filter(({ kind }) => kind === 'message' || kind === 'outgoing').map(({ key }) => key);
      expect(said).toEqual([...messages.map(({ id }) => id), ...outgoing.map(({ nonce }) => nonce)]);
      expect(new Set(keys).size).toBe(keys.length);
      expect(made.at(-1)?.kind ?? 'message').toMatch(/message|outgoing/);
      const isLine = (row: Row | undefined) => row?.kind === 'day' || row?.kind === 'new';
      const afterLines = made.filter((row, index) => !isLine(row) && isLine(made[index - 1]));
      expect(afterLines.every((row) => 'isFirst' in row && row.isFirst)).toBe(true);
    }),
  );
});
