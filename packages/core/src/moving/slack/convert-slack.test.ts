import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { GivenArchiveLine } from '../archive/lines.js';
import { openArchive } from '../container/open-archive.js';
import { writeArchive } from '../container/write-archive.js';
import { emojiNamed } from '../converting/emoji.js';
import { convertSlack } from './convert.js';
import { openSlackExport } from './open-export.js';
import { CHANNELS, USERS, writeExport } from './slack.fixture.js';

const OPTIONS = { serverName: 'Acme', writtenBy: 'palaver test', now: new Date('2026-01-01T00:00:00Z') };
const paths: string[] = [];
afterEach(async () => {
  for (const path of paths.splice(0)) await rm(dirname(path), { recursive: true, force: true });
});

/** Converts an export, and writes the archive, which checks each line. */
async function convert(files: Readonly<Record<string, unknown>>) {
  const path = await writeExport(files);
  paths.push(path);
  const source = await openSlackExport(path);
  try {
    const converted = await convertSlack(source, OPTIONS);
    const lines: GivenArchiveLine[] = [];
    const kept = async function* () {
      for await (const line of converted.lines) {
        lines.push(line);
        yield line;
      }
    };
    const archive = `${path}.palaver.zip`;
    await writeArchive({ lines: kept(), openFile: converted.openFile }, createWriteStream(archive));
    return { lines, archive, report: converted.report };
  } finally {
    source.close();
  }
}

const dataOf = <Type extends GivenArchiveLine['type']>(lines: readonly GivenArchiveLine[], type: Type) =>
  lines.flatMap((line) =>
    line.type === type ? [line.data as Extract<GivenArchiveLine, { type: Type }>['data']] : [],
  );

const message = (ts: string, fields: object = {}) => ({
  type: 'message',
  user: 'U1',
  text: 'x',
  ts,
  ...fields,
});

const DAY_1 = [
  {
    type: 'message',
    subtype: 'channel_join',
    user: 'U2',
    text: '<@U2> has joined the channel',
    ts: '1500000000.000200',
  },
  message('1500000001.000100', {
    text: 'Hello <@U2> and <!channel>: *plans* in <#C2|old> &amp; <https://example.com|here> :tada:',
    thread_ts: '1500000001.000100',
    reply_count: 2,
    replies: [{ user: 'U2', ts: '1500000003.000100' }],
    reactions: [
      { name: '+1', users: ['U2', 'U3'], count: 2 },
      { name: 'thumbsup', users: ['U2'], count: 1 },
      { name: 'wave::skin-tone-3', users: ['U2'], count: 1 },
      { name: 'party_parrot', users: ['U1', 'UNKNOWN'], count: 2 },
    ],
    edited: { user: 'U1', ts: '1500000002.000000' },
    blocks: [{ type: 'rich_text', elements: [] }],
  }),
  message('1500000003.000100', {
    user: 'U2',
    text: 'A reply',
    thread_ts: '1500000001.000100',
    parent_user_id: 'U1',
  }),
];
const DAY_2 = [
  message('1500090001.000100', {
    subtype: 'thread_broadcast',
    text: 'Also to the channel',
    thread_ts: '1500000001.000100',
    root: { text: 'Hello' },
  }),
  {
    type: 'message',
    subtype: 'bot_message',
    bot_id: 'B7',
    username: 'Jenkins',
    text: 'Build <https://ci.example|7>',
    ts: '1500090002.000100',
    attachments: [{ title: 'Log', title_link: 'https://ci.example/log' }],
  },
  message('1500090003.000100', {
    text: '',
    files: [
      {
        id: 'F1',
        name: 'plan [1].txt',
        mimetype: 'text/plain',
        size: 5,
        url_private: 'https://files.slack.com/F1',
      },
      {
        id: 'F2',
        name: 'gone.png',
        mimetype: 'image/png',
        size: 5,
        permalink: 'https://acme.slack.com/files/F2',
      },
    ],
    upload: true,
  }),
  message('1500090004.000100', {
    subtype: 'tombstone',
    user: 'USLACKBOT',
    text: 'This message was deleted.',
    thread_ts: '1500090004.000100',
    reply_count: 1,
  }),
  message('1500090005.000100', { text: 'To what is gone', thread_ts: '1500090004.000100' }),
  message('1500090006.000100', { text: 'To what is older', thread_ts: '1400000000.000000' }),
  message('1500090006.000100', { text: 'twice' }),
  message('1500090007.000100', {
    user: 'UEXT',
    user_profile: { real_name: 'From elsewhere' },
    text: '',
    blocks: [],
  }),
];

const EXPORT = {
  'users.json': USERS,
  'channels.json': CHANNELS,
  'groups.json': [{ id: 'G1', name: 'secret', created: 1500000002, creator: 'U2', members: ['U2'] }],
  'dms.json': [
    { id: 'D1', created: 1500000003, members: ['U1', 'U2'] },
    { id: 'D2', created: 1500000003, members: ['U1', 'U1'] },
  ],
  'mpims.json': [
    {
      id: 'M1',
      name: 'mpdm-alice--bob--carol-1',
      created: 1500000004,
      creator: 'U1',
      members: ['U1', 'U2', 'U3'],
    },
  ],
  'integration_logs.json': [],
  'general/2017-07-14.json': DAY_1,
  'general/2017-07-15.json': DAY_2,
  'secret/2017-07-14.json': [message('1500000010.000000', { user: 'U2', text: 'psst' })],
  'D1/2017-07-14.json': [message('1500000011.000000', { text: 'to you' })],
  'D2/2017-07-14.json': [message('1500000011.000000', { text: 'to myself' })],
  'mpdm-alice--bob--carol-1/2017-07-14.json': [message('1500000012.000000', { text: 'to us' })],
  '__uploads/F1/plan.txt': 'plans',
};

describe('an export of Slack', () => {
  test('is an archive with people, channels, messages, threads, reactions, files and pins', async () => {
    const { lines, archive, report } = await convert(EXPORT);
    const at = '2017-07-14T02:40:00.000Z';
    expect(dataOf(lines, 'header')).toMatchObject([{ source: 'slack:T1', writtenBy: 'palaver test' }]);
    expect(
      dataOf(lines, 'user').map(({ id, bot, botOwnerId, email, displayName }) => [
        id,
        displayName,
        email,
        bot,
        botOwnerId,
      ]),
    ).toEqual([
      ['U1', 'Al', 'alice@example.com', false, null],
      ['U2', 'Bob', null, false, null],
      ['U3', 'Carol', null, false, null],
      ['U4', 'Guest', null, false, null],
      ['UEXT', 'From elsewhere', null, false, null],
      ['UBOT', 'Deploys', null, true, 'U1'],
      ['USLACKBOT', 'Slackbot', null, true, 'U1'],
      ['bot:B7', 'Jenkins', null, true, 'U1'],
    ]);
    expect(dataOf(lines, 'server')).toEqual([{ id: 'T1', name: 'Acme', ownerId: 'U1', createdAt: at }]);
    expect(dataOf(lines, 'channel')).toMatchObject([
      {
        id: 'C1',
        name: 'general',
        topic: 'All & everything',
        joinedByDefault: true,
        isPrivate: false,
        createdAt: at,
      },
      { id: 'C2', name: 'a-very-long-name-of-a-channel-th', archived: true, createdBy: 'U1' },
      { id: 'C3', name: 'a-very-long-name-of-a-channel--2', createdBy: 'U2' },
      { id: 'G1', name: 'secret', isPrivate: true },
    ]);
    expect(dataOf(lines, 'directMessage').map(({ id, userIds }) => [id, userIds])).toEqual([
      ['D1', ['U1', 'U2']],
      ['M1', ['U1', 'U2', 'U3']],
    ]);
    const messages = dataOf(lines, 'message');
    expect(messages.map(({ id, threadId, userId, content }) => [id, threadId, userId, content])).toEqual([
      [
        'C1:1500000001.000100',
        null,
        'U1',
        'Hello @bob and @channel: **plans** in #a-very-long-name-of-a-channel-th & [here](https://example.com) 🎉',
      ],
      ['C1:1500000003.000100', 'C1:1500000001.000100', 'U2', 'A reply'],
      ['C1:1500090001.000100', 'C1:1500000001.000100', 'U1', 'Also to the channel'],
      [
        'C1:1500090002.000100',
        null,
        'bot:B7',
        'Build [7](https://ci.example)\n\n> **[Log](https://ci.example/log)**',
      ],
      ['C1:1500090003.000100', null, 'U1', '[gone.png](https://acme.slack.com/files/F2)'],
      ['C1:1500090004.000100', null, 'USLACKBOT', ''],
      ['C1:1500090005.000100', 'C1:1500090004.000100', 'U1', 'To what is gone'],
      ['C1:1500090006.000100', null, 'U1', 'To what is older'],
      ['C1:1500090007.000100', null, 'UEXT', '…'],
      ['G1:1500000010.000000', null, 'U2', 'psst'],
      ['D1:1500000011.000000', null, 'U1', 'to you'],
      ['M1:1500000012.000000', null, 'U1', 'to us'],
    ]);
    expect(messages[0]).toMatchObject({
      createdAt: '2017-07-14T02:40:01.000Z',
      updatedAt: '2017-07-14T02:40:02.000Z',
      edited: true,
      mentions: { userIds: ['U2'], channel: true, here: false },
    });
    expect(messages[4]?.attachments).toMatchObject([
      { filename: 'plan [1].txt', file: { name: 'F1', sizeBytes: 5 } },
    ]);
    expect(messages[5]?.deletedAt).toBe(messages[5]?.createdAt);
    expect(dataOf(lines, 'reaction').map(({ userId, emoji }) => [userId, emoji])).toEqual([
      ['U2', '👍'],
      ['U3', '👍'],
      ['U2', '👋🏼'],
      ['U1', 'party_parrot'],
    ]);
    expect(dataOf(lines, 'pin')).toEqual([
      { messageId: 'C1:1500000001.000100', pinnedBy: 'U2', pinnedAt: '2017-07-14T02:48:20.000Z' },
    ]);
    expect(dataOf(lines, 'member').map(({ userId, role }) => [userId, role])).toEqual([
      ['U1', 'owner'],
      ['U2', 'admin'],
    ]);
    expect(dataOf(lines, 'channelMember').map(({ channelId, userId }) => `${channelId} ${userId}`)).toEqual([
      'C1 U1',
      'C1 U2',
      'C3 U2',
      'G1 U2',
    ]);
    expect(report.messages).toBe(12);
    expect(Object.fromEntries(report.leftOut)).toEqual({
      'notes of the service (joined, renamed and the like)': 1,
      'messages that come twice in the export': 1,
      'files that the export does not have': 1,
      'reactions of nobody known': 1,
      'direct messages of less than 2 or more than 10 people': 1,
    });
    const opened = await openArchive(archive);
    expect((await buffer(await opened.openFile('F1'))).toString()).toBe('plans');
    opened.close();
  });

  test('says what its messages say', async () => {
    const texts: ReadonlyArray<readonly [object, string]> = [
      [{ text: 'waves at <@U2> :wave:', subtype: 'me_message' }, '_waves at @bob 👋_'],
      [{ text: '# a\n`<@U2>` __init__ 2*3*4' }, '\\# a\n`@bob` \\_\\_init\\_\\_ 2\\*3\\*4'],
      [
        { text: 'see', files: [{ id: 'F9', name: 'a](https://evil.example) [b' }] },
        'see\n\n\\[a\\](https://evil.example) [b]',
      ],
    ];
    const day = texts.map(([fields], at) => message(`150000000${at}.000100`, fields));
    const { lines } = await convert({
      ...EXPORT,
      'general/2017-07-14.json': day,
      'general/2017-07-15.json': [],
    });
    const contents = dataOf(lines, 'message').map(({ content }) => content);
    expect(contents.slice(0, texts.length)).toEqual(texts.map(([, content]) => content));
  });

  test('may have a folder around all', async () => {
    const inFolder = Object.fromEntries(
      Object.entries(EXPORT).map(([name, content]) => [`Acme export/${name}`, content]),
    );
    expect((await convert(inFolder)).report.messages).toBe(12);
  });

  test.each([
    [{}, 'no users.json'],
    [{ 'users.json': '{' }, 'is no JSON'],
    [{ 'users.json': [] }, 'names nobody'],
    [{ 'users.json': USERS, 'channels.json': CHANNELS, 'general/2017-07-14.json': '[' }, 'is no JSON'],
  ])('%j is refused with a sentence', async (files, sentence) => {
    await expect(convert({ ...files, 'other.txt': 'x' })).rejects.toThrow(sentence);
  });

  test('what has other types than Slack writes is no failure', async () => {
    const odd = {
      type: 'message',
      ts: '1500000001.000100',
      user: 7,
      text: [],
      files: {},
      reactions: [null, 'x', {}],
      edited: 'no',
    };
    const { report } = await convert({
      'users.json': [...USERS, null, 7, { id: 9 }, { id: 'U8', name: '‮', profile: { email: 'no address' } }],
      'channels.json': [
        CHANNELS[0],
        null,
        { name: 'no id' },
        { id: 'C9', name: '', created: 'x', members: 'y', pins: [null] },
      ],
      'general/2017-07-14.json': [odd, null, 7, 'x', { type: 'message' }, { ts: '1', type: 'other' }],
    });
    expect(report.messages).toBe(1);
  });

  test('every message is there once and in order, however the days are cut', async () => {
    const day = fc.array(
      fc.record({
        offset: fc.integer({ min: 0, max: 86_399 }),
        thread: fc.option(fc.nat(20)),
        text: fc.string({ maxLength: 20 }),
      }),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(day, { minLength: 1, maxLength: 5 }), async (days) => {
        const all: string[] = [];
        const files = days.map((entries, index) => {
          const stamps = [...new Set(entries.map(({ offset }) => offset))];
          const messages = stamps.map((offset, n) => {
            const ts = `${1_500_000_000 + index * 86_400 + offset}.000100`;
            const root = entries[n]?.thread ?? null;
            const thread = root === null ? undefined : (all[root] ?? ts);
            return message(ts, {
              text: entries[n]?.text,
              ...(thread === undefined ? {} : { thread_ts: thread }),
            });
          });
          all.push(...messages.map(({ ts }) => ts));
          return [`general/2017-07-${14 + index}.json`, messages] as const;
        });
        const { lines } = await convert({
          'users.json': USERS,
          'channels.json': CHANNELS,
          ...Object.fromEntries(files),
        });
        const messages = dataOf(lines, 'message');
        expect(messages.map(({ id }) => id)).toEqual(
          all.sort((a, b) => Number(a) - Number(b)).map((ts) => `C1:${ts}`),
        );
        const seen = new Set<string>();
        for (const { id, threadId, createdAt } of messages) {
          if (threadId) expect(seen.has(threadId)).toBe(true);
          seen.add(id);
          expect(createdAt <= (messages.at(-1)?.createdAt ?? '')).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('emoji', () => {
  test.each([
    ['+1', '👍'],
    ['+1::skin-tone-6', '👍🏿'],
    ['man-running::skin-tone-2', '🏃🏻‍♂️'],
    ['point_up::skin-tone-2', '☝🏻'],
    ['heart', '❤️'],
    ['party_parrot', null],
  ])('%s is %s', (name, emoji) => {
    expect(emojiNamed(name)).toBe(emoji);
  });
});
