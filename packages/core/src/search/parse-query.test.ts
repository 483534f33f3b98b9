import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beginningOf, readDate } from './days.js';
import { parseQuery, QUERY_PARTS_MAX } from './parse-query.js';
import type { SearchQuery } from './query.js';

const term = (text: string, isWhole = false) => ({ text, isWhole });

/** What a query says; fields that it does not speak of are left out. */
const READ: Array<[q: string, query: Partial<SearchQuery>]> = [
  ['deploy', { terms: [term('deploy')] }],
  ['  two   words ', { terms: [term('two'), term('words')] }],
  ['"two words"', { terms: [term('two words')] }],
  ['"two   WORDS"', { terms: [term('two words')] }],
  ['it', { terms: [term('it', true)] }],
  ['c# :) 会议 会', { terms: [term('c#'), term(':)'), term('会议'), term('会')] }],
  ['Žluťoučký ERR_42 ﬁx', { terms: [term('zlutoucky'), term('err_42'), term('fix')] }],
  ['"not closed and more', { terms: [term('not closed and more')] }],
  ['5" it"s a"b', { terms: [term('5"'), term('it"s'), term('a"b')] }],
  ['a"b c"', { terms: [term('a"b'), term('c"')] }],
  [
    '“two words” „so nicht“ ”så här” «ça va» 「全文 検索」 “mixed"',
    {
      terms: ['two words', 'so nicht', 'sa har', 'ca va', '全文 検索', 'mixed'].map((text) => term(text)),
    },
  ],
  [
    'x -“not now” from:„carol“',
    { terms: [term('x', true)], withoutTerms: [term('not now')], from: ['carol'] },
  ],
  ['「say "it"」 ”open to the end', { terms: [term('say "it"'), term('open to the end')] }],
  ['don’t it“s 5″', { terms: [term("don't"), term('it"s'), term('5"')] }],
  ['"one""two"', { terms: [term('one'), term('two')] }],
  ['deploy -failed -"not now"', { terms: [term('deploy')], withoutTerms: [term('failed'), term('not now')] }],
  ['--force', { terms: [term('--force')] }],
  ['well-known -', { terms: [term('well-known'), term('-')] }],
  [
    'http://example.com 12:30 foo:bar',
    { terms: [term('http://example.com'), term('12:30'), term('foo:bar')] },
  ],
  ['x \u200b', { terms: [term('x', true)] }],
  ['from:alice FROM:@Bob from:"carol"', { from: ['alice', '@Bob', 'carol'] }],
  [
    'hi -from:me in:#general -in:random',
    { terms: [term('hi', true)], withoutFrom: ['me'], in: ['#general'], withoutIn: ['random'] },
  ],
  [
    'has:file has:LINK -has:reaction is:thread',
    { hasFile: true, hasLink: true, hasReaction: false, isThread: true },
  ],
  ['is:Pinned', { isPinned: true }],
  ['x -is:pinned', { terms: [term('x', true)], isPinned: false }],
  ['x -is:thread', { terms: [term('x', true)], isThread: false }],
  ['on:2026-05-31', { since: '2026-05-31', until: '2026-06-01' }],
  ['on:2026-12', { since: '2026-12-01', until: '2027-01-01' }],
  ['on:2024', { since: '2024-01-01', until: '2025-01-01' }],
  ['after:2024-02-28', { since: '2024-02-29' }],
  ['before:2024-02', { until: '2024-02-01' }],
  ['after:2024 after:2025-03 before:2026 before:2025-06', { since: '2025-04-01', until: '2025-06-01' }],
  ["' or 1=1; -- %_\\", { terms: [term("'"), term('or', true), term('1=1;'), term('--'), term('%_\\')] }],
];

const REFUSED: Array<[q: string, problem: RegExp]> = [
  ['-failed', /not only what to leave out/],
  ['-from:alice -has:link', /not only what to leave out/],
  ['-has:file -is:thread', /not only what to leave out/],
  ['""', /must say what to look for/],
  ['\u200b\u2060', /must say what to look for/],
  ['   ', /must say what to look for/],
  ['from:', /"from:" without a name/],
  ['from: alice', /"from:" without a name/],
  ['in:""', /"in:" without a name/],
  ['has:', /"has:" that is not/],
  ['has:cheese', /"has:" that is not/],
  ['is:starred', /"is:" that is not "is:thread" or "is:pinned"/],
  ['-is:pinned', /not only what to leave out/],
  ['is:pinned -is:PINNED', /leaves out the same/],
  ['before:yesterday', /"before:" without a date/],
  ['on:2026-02-30', /"on:" without a date/],
  ['on:2026-13', /"on:" without a date/],
  ['on:1800', /"on:" without a date/],
  ['on:99999-01-01', /"on:" without a date/],
  ['x -on:2026', /dates have no minus/],
  ['has:file -has:file', /leaves out the same/],
  [Array.from({ length: 100 }, (_, n) => `word${n}`).join(' '), /at most 20 words/],
];

describe('parseQuery', () => {
  test.each(READ)('reads %j', (q, query) => {
    const parsed = parseQuery(q);
    expect('query' in parsed && askedFor(parsed.query)).toEqual(query);
  });

  test.each(REFUSED)('refuses %j', (q, problem) => {
    const parsed = parseQuery(q);
    expect('problem' in parsed && parsed.problem).toMatch(problem);
  });

  test('takes as many parts as there may be', () => {
    const q = Array.from({ length: QUERY_PARTS_MAX }, (_, n) => `word${n}`).join(' ');
    expect(parseQuery(q)).toMatchObject({ query: { terms: { length: QUERY_PARTS_MAX } } });
  });

  test('reads or refuses any text', () => {
    const parts = fc.constantFrom(
      '-',
      '"',
      ':',
      ' ',
      'from:',
      'in:',
      'on:',
      'has:',
      'is:',
      '2026',
      '\\',
      '%',
      'é',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(parts, fc.string({ unit: 'binary' })), { maxLength: 30 }), (texts) => {
        const parsed = parseQuery(texts.join(''));
        if ('query' in parsed) expect(parsed.query.terms.every(({ text }) => text.trim() !== '')).toBe(true);
        else expect(parsed.problem).not.toBe('');
      }),
    );
  });
});

/** What a query asks for, without the fields that are empty. */
function askedFor(query: SearchQuery): Partial<SearchQuery> {
  const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(query).filter(([, value]) => !isEmpty(value)));
}

describe('a day', () => {
  test.each([
    ['2026-05-31', 'UTC', '2026-05-31T00:00:00.000Z'],
    ['2026-05-31', 'Asia/Kathmandu', '2026-05-30T18:15:00.000Z'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    ['2026-01-01', 'America/New_York', '2026-01-01T05:00:00.000Z'],
    // The clocks of Havana go from midnight to one.
    ['2026-03-08', 'America/Havana', '2026-03-08T05:00:00.000Z'],
    ['2026-01-01', 'No/Such_Zone', '2026-01-01T00:00:00.000Z'],
  ])('%s in %s begins at %s', (day, timezone, instant) => {
    expect(beginningOf(day, timezone).toISOString()).toBe(instant);
  });

  test('has one after it', () => {
    expect(readDate('2024-02-29')).toEqual({ first: '2024-02-29', next: '2024-03-01' });
    expect(readDate('9999')).toEqual({ first: '9999-01-01', next: '9999-12-31' });
  });
});
