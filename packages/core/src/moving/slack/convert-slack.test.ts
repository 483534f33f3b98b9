import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { openArchive } from '../container/open-archive.js';
import {
  accountOf,
  convertAll,
  dataOf,
  type Files,
  removeFolders,
  zipOf,
} from '../converting/convert.fixture.js';
import { emojiNamed } from '../converting/emoji.js';
import { openSlackExport } from './reader.js';
import { CHANNELS, USERS } from './slack.fixture.js';

afterEach(removeFolders);

async function convert(files: Files) {
  const path = await zipOf(files);
  return convertAll(() => openSlackExport(path), { serverName: 'Acme', installation: null });
}

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
    const converted = await convert(EXPORT);
    const { lines, archive, report } = converted;
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
      ['UNKNOWN', 'Somebody', null, false, null],
      ['UEXT', 'From elsewhere', null, false, null],
      ['UBOT', 'Deploys', null, true, 'U1'],
      ['USLACKBOT', 'Slackbot', null, true, 'U1'],
      ['bot:B7', 'Jenkins', null, true, 'U1'],
    ]);
    expect(dataOf(lines, 'server')).toEqual([
      { id: 'T1', name: 'Acme', icon: null, ownerId: 'U1', createdAt: at },
    ]);
    expect(dataOf(lines, 'channel')).toMatchObject([
      {
        id: 'C1',
        name: 'general',
        topic: 'All & everything · For all',
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
      ['C1:1500090006.000100#2', null, 'U1', 'twice'],
      ['C1:1500090007.000100', null, 'UEXT', '…'],
      ['G1:1500000010.000000', null, 'U2', 'psst'],
      ['D1:1500000011.000000', null, 'U1', 'to you'],
      ['M1:1500000012.000000', null, 'U1', 'to us'],
    ]);
    expect(messages.filter(({ alsoInChannel }) => alsoInChannel)).toEqual([messages[2]]);
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
      ['UNKNOWN', 'party_parrot'],
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
    expect(report.messages).toBe(13);
    expect(accountOf(converted)).toEqual({
      user: [
        4,
        2,
        0,
        '1 an author and no member, since they are gone',
        '1 an author and no member, since they are a guest',
      ],
      workspace: [1, 0, 0],
      channel: [1, 2, 0, '2 another name: it was too long, taken, or has other characters'],
      'private channel': [1, 0, 0],
      'direct message': [1, 0, 1, '1 a direct message with oneself'],
      'group message': [1, 0, 0],
      message: [
        11,
        2,
        2,
        '1 a message of its own: what it replies to is not there',
        '1 of somebody whom the export does not describe',
        '1 “…”, as it shows nothing that can be kept',
        '1 a note of the service (joined, renamed and the like)',
        '1 a direct message with oneself',
      ],
      reaction: [
        4,
        1,
        1,
        '1 of somebody whom the export does not describe',
        '1 of an emoji that they have reacted with already',
      ],
      file: [1, 0, 1, '1 the export does not have it'],
      pin: [1, 0, 0],
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
      // The old form has the link of its file in the text as well.
      [
        {
          subtype: 'file_share',
          text: '<@U2> uploaded a file: <https://acme.slack.com/files/F7/a.png|a.png> and commented: see',
          file: { id: 'F7', name: 'a.png', permalink: 'https://acme.slack.com/files/F7/a.png' },
        },
        '@bob uploaded a file: [a.png](https://acme.slack.com/files/F7/a.png) and commented: see',
      ],
      [
        {
          text: 'as in <https://acme.slack.com/files/F7/a.png>',
          files: [
            { id: 'F7', name: 'a.png', permalink: 'https://acme.slack.com/files/F7/a.png' },
            { id: 'F8', name: 'b.png', permalink: 'https://acme.slack.com/files/F8/b.png' },
          ],
        },
        'as in https://acme.slack.com/files/F7/a.png\n\n[b.png](https://acme.slack.com/files/F8/b.png)',
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

  test('has what older and other exports have', async () => {
    const byWebhook = { subtype: 'bot_message', user: undefined, bot_id: 'B8' };
    const day = [
      message('1500000001.000000', { file: { id: 'F1', name: 'old.txt' }, subtype: 'file_share' }),
      message('1500000002.000000', {
        subtype: 'file_comment',
        user: undefined,
        text: '<@U2> commented',
        comment: { user: 'U2', comment: 'nice &amp; short' },
      }),
      message('1500000003.000000', {
        files: [
          { id: 'F8', mode: 'tombstone' },
          { id: 'F9', mode: 'hidden_by_limit' },
        ],
      }),
      message('1500000004.000000', { user: 'USLACKBOT', text: 'a reminder' }),
      message('1500000005.000000', { ...byWebhook, bot_profile: { app_id: 'A1' } }),
      message('1500000006.000000', {
        user: undefined,
        subtype: 'bot_message',
        bot_id: 'B1',
        username: 'Release',
      }),
      message('1500000007.000000', { user: undefined }),
      message('', {}),
      message('1500000008.000000', { text: 'a' }),
      message('1500000008.000000', { text: 'a' }),
      message('1500000008.000000', { text: 'b' }),
      message('1500000008.000000', { text: 'a', user: 'U2' }),
    ];
    const about = {
      id: 'FC1',
      name: 'FC:F7:Team notes',
      created: 1500000000,
      creator: 'U1',
      members: ['U1', 'U2'],
    };
    const converted = await convert({
      'users.json': USERS.filter(({ id }) => id !== 'USLACKBOT'),
      'channels.json': [CHANNELS[0]],
      'file_conversations.json': [about],
      'integration_logs.json': [{ app_id: 'A1', app_type: 'GitHub', change_type: 'added', user_id: 'U1' }],
      'general/2017-07-14.json': day,
      'FC:F7:Team notes/2017-07-14.json': [message('1500000001.000000', { text: 'about the notes' })],
      'gone-channel/2017-07-14.json': [message('1500000001.000000')],
      'canvases.json': [],
      '__uploads/F1/old.txt': 'old',
    });
    const { lines, report } = converted;
    const named = new Map(dataOf(lines, 'user').map(({ id, displayName }) => [id, displayName]));
    const messages = dataOf(lines, 'message');
    expect(messages.map(({ userId, content }) => [named.get(userId), content])).toEqual([
      ['Al', 'x'],
      ['Bob', 'nice & short'],
      ['Al', 'x\n\n\\[deleted file]\n[file beyond the limit of the plan]'],
      ['Slackbot', 'a reminder'],
      ['GitHub', 'x'],
      ['Deploys', 'x'],
      ['Somebody', 'x'],
      ['Al', 'a'],
      ['Al', 'b'],
      ['Bob', 'a'],
      ['Al', 'about the notes'],
    ]);
    expect(messages[0]?.attachments).toMatchObject([{ filename: 'old.txt' }]);
    expect(messages[5]?.webhook).toMatchObject({ username: 'Release' });
    expect(dataOf(lines, 'channel')).toMatchObject([{ id: 'C1' }, { id: 'FC1', isPrivate: true }]);
    const ofMessages = report.kinds.find(({ kind }) => kind === 'message');
    expect(ofMessages?.reasons.map(({ reason, count, first }) => [reason, count, first[0]])).toEqual([
      ['a message without an instant (ts)', 1, 'general/2017-07-14.json, 8'],
      ['of a channel that the export does not describe', 1, 'gone-channel/2017-07-14.json, 1'],
      ['it came before', 1, 'general/2017-07-14.json, 10'],
    ]);
  });

  test('tells of files without a list, of files that no line names, and of reactions whose people are not all there', async () => {
    const reactions = [
      { name: '+1', users: ['U1'], count: 7 },
      { users: ['U1'], count: 1 },
      { name: 'tada', users: [null], count: 1 },
    ];
    const lines = [
      { type: 'message', user: 'U1', text: 'a', ts: '1704067200.0001', reactions },
      { type: 'message', subtype: 'bot_message', service_id: '77', text: 'b', ts: '1704067201.0001' },
    ];
    const converted = await convert({
      'x/users.json': [{ id: 'U1', team_id: 'T1', name: 'ann', is_primary_owner: true }],
      'x/channels.json': [{ id: 'C1', name: 'general' }],
      'x/dms.json': {},
      'x/integration_logs.json': [{ service_id: '77', service_type: 'Nagios' }],
      'x/general/2024-01-01.json': lines,
      'x/general/2024-01-02.json': { messages: [] },
      'x/__uploads/F1/plan.txt': 'plan',
      'beside.txt': 'x',
    });
    expect(accountOf(converted)).toMatchObject({
      message: [2, 0, 0],
      reaction: [1, 1, 2, expect.stringContaining('describe'), '1 only their number is there', '1 no emoji'],
      'other file': [0, 0, 4, '4 an unknown file'],
    });
    expect(dataOf(converted.lines, 'user').map(({ username, bot }) => [username, bot])).toEqual([
      ['ann', false],
      ['Somebody', false],
      ['Nagios', true],
    ]);
  });

  test('may have a folder around all', async () => {
    const inFolder = Object.fromEntries(
      Object.entries(EXPORT).map(([name, content]) => [`Acme export/${name}`, content]),
    );
    expect((await convert(inFolder)).report.messages).toBe(13);
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
