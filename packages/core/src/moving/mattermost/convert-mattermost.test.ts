import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { openArchive } from '../container/open-archive.js';
import {
  accountOf,
  convertAll,
  dataOf,
  linesFile,
  removeFolders,
  textOfLines as textOf,
  zipOf,
} from '../converting/convert.fixture.js';
import { openMattermostExport } from './reader.js';

afterEach(removeFolders);

const convert = (path: string, team: string | null = null, installation = 'https://chat.example.com/') =>
  convertAll(() => openMattermostExport(path, team), { installation });

const T0 = 1_500_000_000_000;
const user = (username: string, fields: object = {}, teamRoles = 'team_user') => ({
  type: 'user',
  user: {
    username,
    email: `${username}@example.com`,
    roles: 'system_user',
    teams: [
      {
        name: 'acme',
        roles: teamRoles,
        channels: [{ name: 'town-square', roles: 'channel_user' }, { name: 'off-topic' }],
      },
    ],
    ...fields,
  },
});
const post = (message: string, at: number, fields: object = {}) => ({
  type: 'post',
  post: { team: 'acme', channel: 'town-square', user: 'alice', message, create_at: T0 + at, ...fields },
});

const EXPORT = [
  { type: 'version', version: 1, info: { generator: 'mattermost-server' } },
  { type: 'role', role: { name: 'custom' } },
  { type: 'team', team: { name: 'acme', display_name: 'Acme Inc', type: 'O' } },
  {
    type: 'channel',
    channel: { team: 'acme', name: 'town-square', display_name: 'Town Square', type: 'O', header: 'All' },
  },
  {
    type: 'channel',
    channel: { team: 'acme', name: 'off-topic', display_name: 'Off', type: 'P', deleted_at: 1 },
  },
  user('alice', { roles: 'system_user system_admin', nickname: 'Al' }),
  user('bob', { first_name: 'Bob', last_name: 'Brown' }, 'team_user team_admin'),
  user('guest', { roles: 'system_guest' }, 'team_guest'),
  user('gone', { delete_at: 5 }),
  { type: 'bot', bot: { username: 'deploys', owner: 'alice', display_name: 'Deploys' } },
  // Mattermost's order is that of random ids.
  post('third', 3_000, { user: 'deploys', props: {} }),
  post('@bob and @all: **first** :tada:', 1_000, {
    edit_at: T0 + 9_000,
    is_pinned: true,
    reactions: [
      { user: 'bob', emoji_name: '+1', create_at: T0 + 1_500 },
      { user: 'nobody', emoji_name: 'heart', create_at: T0 + 1_500 },
      { user: 'bob', emoji_name: 'custom_one', create_at: T0 + 1_600 },
    ],
    replies: [
      {
        user: 'bob',
        message: 'late reply',
        create_at: T0 + 4_000,
        attachments: [{ path: 'data/20240101/x y.txt' }],
      },
      {
        user: 'alice',
        message: 'early reply',
        create_at: T0 + 2_000,
        attachments: [{ path: '20240101/gone.png' }],
      },
    ],
  }),
  post('first again', 1_000),
  post('twice', 5_000),
  post('twice', 5_000),
  post('joined', 6_000, { type: 'system_join_channel' }),
  post('elsewhere', 7_000, { channel: 'unknown' }),
  { type: 'direct_channel', direct_channel: { members: ['bob', 'alice'] } },
  { type: 'direct_channel', direct_channel: { members: ['alice'] } },
  {
    type: 'direct_post',
    direct_post: { channel_members: ['alice', 'bob'], user: 'bob', message: 'to you', create_at: T0 + 8_000 },
  },
];
const FILES = { 'import.jsonl': textOf(EXPORT), 'data/20240101/x y.txt': 'notes' };

describe('a bulk export of Mattermost', () => {
  test('is an archive with people, channels, posts in the order of time, replies, reactions, files and pins', async () => {
    const converted = await convert(await zipOf(FILES));
    const { lines, archive, report } = converted;
    expect(dataOf(lines, 'header')).toMatchObject([{ source: 'mattermost:chat.example.com' }]);
    expect(dataOf(lines, 'user').map(({ id, displayName, bot }) => [id, displayName, bot])).toEqual([
      ['alice', 'Al', false],
      ['bob', 'Bob Brown', false],
      ['guest', 'guest', false],
      ['gone', 'gone', false],
      ['nobody', 'nobody', false],
      ['deploys', 'Deploys', true],
    ]);
    expect(dataOf(lines, 'server')).toMatchObject([{ id: 'acme', name: 'Acme Inc', ownerId: 'alice' }]);
    expect(dataOf(lines, 'channel')).toMatchObject([
      { id: 'town-square', topic: 'All', joinedByDefault: true },
      { id: 'off-topic', isPrivate: true, archived: true },
    ]);
    expect(dataOf(lines, 'directMessage')).toMatchObject([{ id: 'dm alice bob', userIds: ['alice', 'bob'] }]);
    const messages = dataOf(lines, 'message');
    expect(messages.map(({ userId, content, threadId }) => [userId, content, threadId ?? null])).toEqual([
      ['alice', '@bob and @all: **first** 🎉', null],
      ['alice', 'first again', null],
      ['alice', 'early reply\n\n[gone.png]', messages[0]?.id],
      ['deploys', 'third', null],
      ['bob', 'late reply', messages[0]?.id],
      ['alice', 'twice', null],
      ['bob', 'to you', null],
    ]);
    expect(messages[0]).toMatchObject({
      edited: true,
      mentions: { userIds: ['bob'], channel: true, here: false },
    });
    expect(messages[4]?.attachments).toMatchObject([{ filename: 'x y.txt' }]);
    expect(dataOf(lines, 'reaction').map(({ userId, emoji }) => [userId, emoji])).toEqual([
      ['bob', '👍'],
      ['nobody', '❤️'],
      ['bob', 'custom_one'],
    ]);
    expect(dataOf(lines, 'pin')).toMatchObject([{ messageId: messages[0]?.id, pinnedBy: 'alice' }]);
    expect(dataOf(lines, 'member').map(({ userId, role }) => [userId, role])).toEqual([
      ['alice', 'owner'],
      ['bob', 'admin'],
    ]);
    expect(dataOf(lines, 'channelMember')).toHaveLength(4);
    expect(report.messages).toBe(7);
    expect(accountOf(converted)).toEqual({
      version: [1, 0, 0],
      role: [1, 0, 0],
      team: [1, 0, 0],
      channel: [2, 0, 0],
      user: [
        2,
        2,
        0,
        '1 an author and no member, since they are a guest',
        '1 an author and no member, since they are gone',
      ],
      bot: [1, 0, 0],
      post: [
        4,
        0,
        3,
        '1 a note of the service (joined, renamed and the like)',
        '1 of a channel that the export does not describe',
        '1 it came before',
      ],
      reply: [2, 0, 0],
      reaction: [2, 1, 0, '1 of somebody whom the export does not describe'],
      file: [1, 0, 1, '1 the export does not have it'],
      pin: [0, 1, 0, '1 pinned by the author of the message, as nothing says by whom'],
      direct_channel: [1, 0, 1, '1 a direct message with oneself'],
      direct_post: [1, 0, 0],
    });
    expect(report.noMembers).toEqual([
      { id: 'guest', username: 'guest', code: 'guest', why: 'a guest' },
      { id: 'gone', username: 'gone', code: 'gone', why: 'gone' },
      { id: 'nobody', username: 'nobody', code: 'unnamed', why: 'not described by the export' },
    ]);
    const opened = await openArchive(archive);
    const [file] = messages[4]?.attachments ?? [];
    expect((await buffer(await opened.openFile(file?.file.name ?? ''))).toString()).toBe('notes');
    opened.close();
  });

  test('says what its posts say', async () => {
    const attachments = [
      { pretext: ':rocket: **out**', title: '*7*', title_link: 'https://ci.example', text: '~off-topic' },
    ];
    const texts: ReadonlyArray<readonly [string, object, string]> = [
      ['__a__ ~off-topic, ~unknown and `~off-topic`', {}, '**a** #off-topic, ~unknown and `~off-topic`'],
      ['__a__ \\~off-topic ~~b~~', {}, '__a__ \\~off-topic ~~b~~'],
      [':tada: `:tada:` [:tada:](https://e.example)', {}, '🎉 `:tada:` [🎉](https://e.example)'],
      ['', { props: { attachments } }, '🚀 **out**\n\n> **[\\*7\\*](https://ci.example)**\n>\n> #off-topic'],
      ['x', { props: { attachments: 'none' } }, 'x'],
    ];
    const posts = texts.map(([message, fields], at) => post(message, at, fields));
    const path = await linesFile([...EXPORT.slice(0, 7), ...posts]);
    const contents = dataOf((await convert(path)).lines, 'message').map(({ content }) => content);
    expect(contents).toEqual(texts.map(([, , content]) => content));
  });

  test('has what integrations post, direct messages that no line describes, emoji, avatars, and the time of each reply', async () => {
    const props = { override_username: 'Releases', attachments: [{ text: 'out' }] };
    const direct = (members: string[], message: string) => ({
      type: 'direct_post',
      direct_post: { channel_members: members, user: 'alice', message, create_at: T0 + 9_000 },
    });
    const old = { user: 'bob', message: 'older than its root', create_at: T0 - 5_000 };
    const lines = [
      ...EXPORT.slice(0, 6),
      user('bob', { profile_image: 'avatars/bob.png' }),
      { type: 'emoji', emoji: { name: 'Party-Parrot', image: 'emoji/parrot.png' } },
      { type: 'emoji', emoji: { name: 'gone', image: 'emoji/gone.png' } },
      post('', 1_000, { props }),
      post('root', 2_000, {
        replies: [old],
        reactions: ['+1_medium_dark_skin_tone', 'Party-Parrot', 'gone'].map((emoji_name) => ({
          user: 'bob',
          emoji_name,
        })),
      }),
      direct(['alice', 'bob'], 'undescribed'),
      direct(['alice'], 'to myself'),
      { type: 'post', post: { ...post('in seconds', 0).post, create_at: T0 / 1_000 + 5 } },
      post('never', 0, { create_at: -1 }),
      post('in the year 9999', 0, { create_at: 253_370_764_800_000 }),
      post('not even a number', 0, { create_at: 'x' }),
      { type: 'wiki', wiki: {} },
    ];
    const png = Buffer.from('not looked at here');
    const path = await zipOf({
      'x.jsonl': textOf(lines),
      'data/avatars/bob.png': png,
      'data/emoji/parrot.png': png,
    });
    const converted = await convert(path);
    const messages = dataOf(converted.lines, 'message');
    const at = (ms: number) => new Date(T0 + ms).toISOString();
    expect(messages.map(({ content, createdAt }) => [content, createdAt])).toEqual([
      ['> out', at(1_000)],
      ['root', at(2_000)],
      ['older than its root', at(-5_000)],
      ['in seconds', at(5_000)],
      ['never', at(5_000)],
      ['in the year 9999', '2026-01-01T00:00:00.000Z'],
      ['not even a number', '2026-01-01T00:00:00.000Z'],
      ['undescribed', at(9_000)],
    ]);
    expect(messages[0]?.webhook).toMatchObject({ username: 'Releases' });
    expect(messages[2]?.threadId).toBe(messages[1]?.id);
    expect(dataOf(converted.lines, 'reaction').map(({ emoji, emojiId }) => [emoji, emojiId])).toEqual([
      ['👍🏾', null],
      ['party_parrot', 'party_parrot'],
      ['gone', null],
    ]);
    expect(dataOf(converted.lines, 'emoji')).toMatchObject([
      { name: 'party_parrot', image: { sizeBytes: 18 } },
    ]);
    expect(dataOf(converted.lines, 'user')).toMatchObject([{ avatar: null }, { avatar: { sizeBytes: 18 } }]);
    expect(dataOf(converted.lines, 'directMessage')).toMatchObject([{ userIds: ['alice', 'bob'] }]);
    expect(accountOf(converted)).toMatchObject({
      direct_post: [1, 0, 1, '1 a direct message with oneself'],
      'line of an unknown type': [0, 0, 1, '1 a line of an unknown type'],
      emoji: [0, 1, 1, '1 another name: one has 2 to 32 of a-z, 0-9 and _', '1 the export does not have it'],
      post: [
        2,
        4,
        0,
        '1 its instant is in seconds',
        '2 without an instant that can be: it has that of the one before',
        '1 from the future: it has the instant of the export',
      ],
    });
  });

  test('nobody gets what another has written: who is not described gets a person of their own', async () => {
    const from = (name: string | null) => ({ user: name, reactions: [{ user: name, emoji_name: '+1' }] });
    const posts = [
      post('a', 1, from('stranger')),
      post('b', 2, { ...from(null), is_pinned: true }),
      post('c', 3, { replies: [{ message: 'd', create_at: T0 + 4, ...from('other') }] }),
    ];
    const silent = { type: 'direct_channel', direct_channel: { members: ['alice', 'silent'] } };
    const path = await linesFile([...EXPORT.slice(0, 7), ...posts, silent]);
    const { lines } = await convert(path);
    const named = new Map(dataOf(lines, 'user').map(({ id, displayName }) => [id, displayName]));
    expect(named.get('silent')).toBe('silent');
    const said = dataOf(lines, 'message').map(({ userId, content }) => [named.get(userId), content]);
    expect(said).toEqual([
      ['stranger', 'a'],
      ['Somebody', 'b'],
      ['Al', 'c'],
      ['other', 'd'],
    ]);
    expect(dataOf(lines, 'reaction').map(({ userId }) => named.get(userId))).toEqual([
      'stranger',
      'Somebody',
      'other',
    ]);
    expect(dataOf(lines, 'pin').map(({ pinnedBy }) => named.get(pinnedBy))).toEqual(['Somebody']);
    expect(dataOf(lines, 'member').map(({ userId }) => userId)).toEqual(['alice', 'bob']);
  });

  test.each([
    ['https://Chat.example.com/', 'https://chat.example.com', true],
    ['http://chat.example.com', 'https://chat.example.com/', true],
    ['https://example.com/one', 'https://example.com/two', false],
    ['acme', 'acme ', true],
  ])('an installation is told from others by its address: %s, %s', async (one, another, isSame) => {
    const path = await zipOf(FILES);
    const sourceOf = async (installation: string) =>
      dataOf((await convert(path, null, installation)).lines, 'header')[0]?.source;
    expect((await sourceOf(one)) === (await sourceOf(another))).toBe(isSame);
  });

  test('the same ids come again', async () => {
    const path = await zipOf(FILES);
    const [first, second] = [await convert(path), await convert(path)];
    expect(second.lines).toEqual(first.lines);
  });

  test('may be the lines alone, and one of several teams', async () => {
    const other = { type: 'team', team: { name: 'other' } };
    const path = await linesFile([...EXPORT.slice(0, 3), other, ...EXPORT.slice(3)]);
    await expect(convert(path)).rejects.toThrow('Name one of the teams of the export: acme, other.');
    expect((await convert(path, 'acme')).report.messages).toBe(7);
  });

  test.each([
    ['\n', 'no line names a team'],
    ['{', 'Line 1 of the export is no JSON'],
    [textOf([{ type: 'team', team: { name: 'acme' } }]), 'names no people'],
  ])('%j is refused with a sentence', async (content, sentence) => {
    await expect(convert(await zipOf({ 'import.jsonl': content }))).rejects.toThrow(sentence);
    await expect(convert(await zipOf({ 'other.txt': content }))).rejects.toThrow('it has no .jsonl file');
  });

  test('every post and reply is there once, and in the order of time', async () => {
    const posts = fc.array(
      fc.record({ at: fc.nat(1_000), replies: fc.array(fc.nat(1_000), { maxLength: 4 }) }),
      { maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(posts, async (given) => {
        let n = 0;
        const lines = given.map(({ at, replies }) =>
          post(`post ${n++}`, at, {
            replies: replies.map((later) => ({
              user: 'bob',
              message: `post ${n++}`,
              create_at: T0 + at + later,
            })),
          }),
        );
        const path = await linesFile([...EXPORT.slice(0, 7), ...lines]);
        const messages = dataOf((await convert(path)).lines, 'message');
        expect(messages.map(({ content }) => content).sort()).toEqual(
          Array.from({ length: n }, (_, i) => `post ${i}`).sort(),
        );
        const seen = new Set<string>();
        let last = '';
        for (const { id, threadId, createdAt } of messages) {
          if (threadId) expect(seen.has(threadId)).toBe(true);
          seen.add(id);
          expect(createdAt >= last).toBe(true);
          last = createdAt;
        }
      }),
      { numRuns: 30 },
    );
  });
});
