import { afterEach, describe, expect, test } from 'vitest';
import {
  accountOf,
  convertAll,
  dataOf,
  type Files,
  removeFolders,
  textOfLines,
  zipOf,
} from '../converting/convert.fixture.js';
import { openRocketChatExport } from './reader.js';

afterEach(removeFolders);

async function convert(files: Files) {
  const path = await zipOf(files);
  return convertAll(() => openRocketChatExport(path), { serverName: 'Acme' });
}

const at = (second: number) => `2024-01-01T00:00:${String(second).padStart(2, '0')}.000Z`;
const GENERAL = [
  { msg: 'Has joined the channel', username: 'ann', ts: at(1), type: 'uj' },
  { msg: 'hello @ben and @all: *bold*, **bold** and _italics_ :tada:', username: 'ann', ts: at(2) },
  {
    msg: '',
    username: 'ben',
    ts: { $date: at(4) },
    attachments: [
      {
        type: 'file',
        title: 'plan.txt',
        fileId: 'f1',
        fileName: 'plan.txt',
        url: '/file-upload/f1/plan.txt',
      },
      { title: 'gone.png', fileId: 'f2', fileName: 'gone.png', image_type: 'image/png', url: null },
    ],
  },
  {
    msg: 'before it',
    username: 'ben',
    ts: at(3),
    attachments: [{ title: 'A page', title_link: 'https://a.example' }],
  },
  { msg: 'cipher', username: 'ben', ts: at(5), type: 'e2e' },
  { msg: 'by nobody', ts: at(6) },
  null,
];

describe('exports of rooms of Rocket.Chat', () => {
  test('are an archive with rooms, people, messages and files', async () => {
    const converted = await convert({
      'general.json': textOfLines(GENERAL),
      'ops/secret.json': textOfLines([{ msg: 'psst', username: 'ben', ts: at(1) }]),
      'assets/f1-plan.txt': 'plan',
      'user.json': '{}',
    });
    const { lines } = converted;
    expect(dataOf(lines, 'header')).toMatchObject([{ source: 'rocketchat:chat.example.com' }]);
    expect(dataOf(lines, 'channel')).toMatchObject([
      { id: 'general', isPrivate: true },
      { id: 'secret', isPrivate: true },
    ]);
    const messages = dataOf(lines, 'message');
    expect(messages.map(({ userId, content }) => [userId, content])).toEqual([
      ['ann', 'hello @ben and @all: **bold**, **bold** and _italics_ 🎉'],
      ['ben', 'before it\n\n> **[A page](https://a.example)**'],
      ['ben', '[gone.png]'],
      ['some body', 'by nobody'],
      ['ben', 'psst'],
    ]);
    expect(messages[0]?.mentions).toMatchObject({ userIds: ['ben'], channel: true });
    expect(messages[2]?.attachments).toMatchObject([{ filename: 'plan.txt' }]);
    expect(dataOf(lines, 'channelMember')).toHaveLength(3);
    expect(accountOf(converted)).toEqual({
      export: [1, 0, 0],
      person: [2, 0, 0],
      room: [2, 0, 0],
      'other file': [0, 0, 1, '1 no file of a room'],
      message: [
        4,
        1,
        3,
        '1 of somebody whom the export does not describe',
        '1 a note of the service (joined, renamed and the like)',
        '1 encrypted between its people',
        '1 no object',
      ],
      file: [1, 0, 1, '1 the export does not have it'],
      reaction: [0, 0, 0],
      pin: [0, 0, 0],
    });
  });

  test('what is none is refused', async () => {
    await expect(convert({ 'x.txt': 'x' })).rejects.toThrow('it has no .json file');
    await expect(convert({ 'x.json': '{' })).rejects.toThrow('Line 1 of the export is no JSON');
  });
});
