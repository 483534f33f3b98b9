import { afterEach, describe, expect, test } from 'vitest';
import {
  accountOf,
  convertAll,
  dataOf,
  type Files,
  removeFolders,
  zipOf,
} from '../converting/convert.fixture.js';
import { openDiscordExport } from './reader.js';

afterEach(removeFolders);

async function convert(files: Files) {
  const path = await zipOf(files);
  return convertAll(() => openDiscordExport(path), { installation: null });
}

const ANN = { id: '11', name: 'ann', nickname: 'Ann of Acme', isBot: false, avatarUrl: 'media/ann.png' };
const BEN = { id: '12', name: 'ben', nickname: 'Ben', isBot: false };
const ROBOT = { id: '13', name: 'robot', nickname: 'Robot', isBot: true };
const guild = { id: '1', name: 'Acme', iconUrl: 'media/icon.png' };
const text = (id: string, name: string, more: object = {}) => ({ id, name, type: 'GuildTextChat', ...more });
const T0 = Date.parse('2024-01-01T00:00:00Z');
const message = (id: string, content: string, fields: object = {}) => ({
  id,
  type: 'Default',
  timestamp: new Date(T0 + Number(id) * 1_000).toISOString(),
  timestampEdited: null,
  isPinned: false,
  content,
  author: ANN,
  ...fields,
});

const EXPORT: Files = {
  'Acme - general.json': {
    guild,
    channel: text('100', 'general', { topic: 'All' }),
    messages: [
      message('201', 'hello @Ben and <@13>, :tada: **bold**', { mentions: [BEN, ROBOT], isPinned: true }),
      message('202', 'a reply', {
        type: 'Reply',
        author: BEN,
        reference: { messageId: '201', channelId: '100' },
      }),
      message('203', 'to a reply', { type: 'Reply', reference: { messageId: '202' } }),
      message('204', 'joined', { type: 'GuildMemberJoin' }),
      message('205', '', {
        author: ROBOT,
        embeds: [{ title: 'Build', url: 'https://ci.example', description: 'it is **green**', fields: [] }],
        attachments: [
          { id: '1', url: 'media/plan%20a.txt', fileName: 'plan a.txt', fileSizeBytes: 4 },
          { id: '2', url: 'https://cdn.example/gone.png', fileName: 'gone.png', fileSizeBytes: 9 },
        ],
        timestampEdited: '2024-01-02T00:00:00Z',
        reactions: [
          { emoji: { id: '', name: '👍' }, count: 2, users: [ANN, BEN] },
          { emoji: { id: '77', name: 'party', imageUrl: 'media/party.png' }, count: 1, users: [BEN] },
          { emoji: { id: '', name: '🎉' }, count: 3 },
        ],
      }),
    ],
  },
  'Acme - general - thread.json': {
    guild,
    channel: {
      id: '201',
      name: 'greetings',
      type: 'GuildPublicThread',
      categoryId: '100',
      category: 'general',
    },
    messages: [
      message('206', '', { type: 'ThreadStarterMessage', reference: { messageId: '201' } }),
      message('207', 'in the thread', { author: BEN }),
    ],
  },
  'Acme - help - post.json': {
    guild,
    channel: { id: '300', name: 'How to?', type: 'GuildPublicThread', categoryId: '110', category: 'help' },
    messages: [message('300', 'I wonder'), message('301', 'so do I', { author: BEN })],
  },
  'Direct.json': {
    guild,
    channel: { id: '400', name: 'Ben', type: 'DirectTextChat' },
    messages: [message('401', 'psst'), message('402', 'yes?', { author: BEN })],
  },
  'notes.json': { something: 'else' },
  'torn.json': { guild, channel: text('101', 'torn'), messages: null },
  'general.html': 'x',
  'media/icon.png': 'not looked at here',
  'media/plan a.txt': 'plan',
  'media/ann.png': 'not looked at here',
  'media/party.png': 'not looked at here',
};

describe('an export of DiscordChatExporter', () => {
  test('is an archive with people, channels, threads, forums, embeds, files and emoji', async () => {
    const converted = await convert(EXPORT);
    const { lines } = converted;
    expect(dataOf(lines, 'header')).toMatchObject([{ source: 'discord:1' }]);
    const icon = { sizeBytes: 18 };
    expect(dataOf(lines, 'server')).toMatchObject([{ id: '1', name: 'Acme', ownerId: '11', icon }]);
    expect(dataOf(lines, 'user').map(({ id, displayName, bot }) => [id, displayName, bot])).toEqual([
      ['11', 'Ann of Acme', false],
      ['12', 'Ben', false],
      ['13', 'Robot', true],
    ]);
    expect(dataOf(lines, 'channel')).toMatchObject([
      { id: '100', name: 'general', topic: 'All' },
      { id: '101', name: 'torn' },
      { id: '110', name: 'help' },
    ]);
    const messages = dataOf(lines, 'message');
    expect(messages.map(({ id, threadId, userId, content }) => [id, threadId, userId, content])).toEqual([
      ['201', null, '11', 'hello @ben and @robot, :tada: **bold**'],
      ['202', '201', '12', 'a reply'],
      ['203', '201', '11', 'to a reply'],
      ['205', null, '13', expect.stringContaining('[gone.png](https://cdn.example/gone.png)')],
      ['207', '201', '12', 'in the thread'],
      ['300', null, '11', '**How to?**\n\nI wonder'],
      ['301', '300', '12', 'so do I'],
      ['401', null, '11', 'psst'],
      ['402', null, '12', 'yes?'],
    ]);
    expect(messages[0]?.mentions).toMatchObject({ userIds: ['12', '13'] });
    expect(messages[3]?.content).toContain('> it is **green**');
    expect(messages[3]?.attachments).toMatchObject([{ filename: 'plan a.txt' }]);
    expect(dataOf(lines, 'directMessage')).toMatchObject([{ id: '400', userIds: ['11', '12'] }]);
    expect(dataOf(lines, 'reaction').map(({ userId, emoji, emojiId }) => [userId, emoji, emojiId])).toEqual([
      ['11', '👍', null],
      ['12', '👍', null],
      ['12', 'party', 'party'],
    ]);
    expect(dataOf(lines, 'pin')).toMatchObject([{ messageId: '201' }]);
    expect(accountOf(converted)).toMatchObject({
      message: [9, 0, 2, '2 a note of the service (joined, renamed and the like)'],
      file: [1, 0, 1, '1 the export does not have it'],
      'other file': [0, 0, 3, '1 no channel', '1 no message', '1 an unknown file'],
      reaction: [3, 0, 1, '1 only their number is there'],
      emoji: [1, 0, 0],
      person: [3, 0, 0],
    });
  });

  test('of Windows has its files; who reacts is described; a link that is shown as a picture stands once', async () => {
    const url = 'https://tenor.com/view/cat-1';
    const picture = {
      title: '',
      description: '',
      url,
      video: { url: 'media\\cat.mp4' },
      images: [],
      fields: [],
    };
    const files = [{ id: '1', url: 'media\\plan a.txt', fileName: 'plan a.txt', fileSizeBytes: 4 }];
    const { lines } = await convert({
      'a.json': {
        guild,
        channel: text('100', 'general'),
        messages: [
          message('201', url, {
            embeds: [picture],
            attachments: files,
            reactions: [{ emoji: { id: '', name: '👍' }, count: 1, users: [BEN] }],
          }),
        ],
      },
      'media/plan a.txt': 'plan',
    });
    expect(dataOf(lines, 'message')).toMatchObject([
      { content: url, attachments: [{ filename: 'plan a.txt' }] },
    ]);
    expect(dataOf(lines, 'member').map(({ userId }) => userId)).toEqual(['11', '12']);
  });

  test.each([
    [{ 'x.txt': 'x' }, 'it has no .json file'],
    [{ 'x.json': { no: 'channel' } }, 'it has no .json file'],
    [{ 'x.json': '{' }, '"x.json" is no JSON'],
    [
      {
        'a.json': { guild, channel: text('1', 'a'), messages: [] },
        'b.json': { guild: { id: '2' }, channel: text('2', 'b'), messages: [] },
      },
      'are of two',
    ],
  ])('%j is refused with a sentence', async (files, sentence) => {
    await expect(convert(files)).rejects.toThrow(sentence);
  });

  test('of direct messages alone do not say whose they are', async () => {
    const files = {
      'dm.json': {
        guild: { id: '0', name: 'Direct Messages' },
        channel: { id: '400', name: 'ben', type: 'DirectTextChat' },
        messages: [message('401', 'psst'), message('402', 'yes?', { author: BEN })],
      },
    };
    await expect(convert(files)).rejects.toThrow('Name the installation');
    const path = await zipOf(files);
    const { lines } = await convertAll(() => openDiscordExport(path), { installation: 'ann' });
    expect(dataOf(lines, 'header')).toMatchObject([{ source: 'discord:ann' }]);
    expect(dataOf(lines, 'message')).toHaveLength(2);
  });
});
