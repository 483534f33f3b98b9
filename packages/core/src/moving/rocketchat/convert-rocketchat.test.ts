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
      'notes.txt': 'x',
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

  test('have each file once, by its own id, and of quotations the link alone', async () => {
    const file = (id: string, name: string, fields: object = {}) => ({
      title: name,
      title_link: `/file-upload/${id}/${name}`,
      url: `/file-upload/${id}/${name}`,
      remote: false,
      // As the exporter writes it: of each attachment, that of the first file of the message.
      fileId: 'f1',
      fileName: 'a b.png',
      ...fields,
    });
    const quotation = {
      message_link: 'https://chat.example.com/channel/general?msg=x',
      url: 'https://chat.example.com/channel/general?msg=x',
      remote: false,
      fileId: 'f1',
      fileName: 'a b.png',
    };
    const { lines } = await convert({
      'general.json': textOfLines([
        {
          msg: '[ ](https://chat.example.com/channel/general?msg=x) so it is',
          username: 'ann',
          ts: at(1),
          attachments: [quotation, file('f1', 'a b.png'), file('f2', 'c.txt'), file('f1', 'a b.png')],
        },
      ]),
      'assets/f1-a b.png': 'image',
    });
    expect(dataOf(lines, 'message')).toMatchObject([
      {
        content: 'https://chat.example.com/channel/general?msg=x so it is\n\n[c.txt]',
        attachments: [{ filename: 'a b.png' }],
      },
    ]);
  });

  test.each([
    ['~gone~', '~~gone~~'],
    ['a ~b *c* d~, ~e~ and ~~f~~', 'a ~~b **c** d~~, ~~e~~ and ~~f~~'],
    ['~*both*~ (~x~)', '**~~both~~** (~~x~~)'],
    ['~ no ~, a~b~c, ~5 to ~6', '~ no ~, a~b~c, ~5 to ~6'],
    ['`~x~` and https://a.example/~ann/~ben', '`~x~` and https://a.example/~ann/~ben'],
    ['~one\ntwo~', '~one\ntwo~'],
  ])('%j is %j here', async (msg, content) => {
    const { lines } = await convert({
      'general.json': textOfLines([{ msg, username: 'ann', ts: at(1) }]),
    });
    expect(dataOf(lines, 'message')).toMatchObject([{ content }]);
  });

  test('what is none is refused', async () => {
    await expect(convert({ 'x.txt': 'x' })).rejects.toThrow('it has no .json file');
    await expect(convert({ 'x.json': '{' })).rejects.toThrow('Line 1 of the export is no JSON');
  });
});

describe("a download of one's own data", () => {
  const OWN = {
    'user.json': '{"username":"ann","name":"Ann","emails":["ann@example.com"],"roles":["user","admin"]}',
    avatar: 'image',
    'channels.json': textOfLines([
      { roomId: 'GENERAL', roomName: 'general', type: 'c' },
      { roomId: 'g7', roomName: 'secret', type: 'p' },
      { roomId: 'annben', roomName: 'annben', type: 'd' },
      { roomId: 'anncat', roomName: 'anncat', type: 'd' },
      { roomId: 'annann', roomName: 'annann', type: 'd' },
      {},
    ]),
    'general.json': textOfLines([
      { msg: 'hello', username: 'ann', ts: at(1) },
      { msg: 'hi', username: 'User_1', ts: at(2) },
    ]),
    'secret.json': textOfLines([
      { msg: 'psst', username: 'User_2', ts: at(2) },
      { msg: 'and I', username: 'User_1', ts: at(3) },
    ]),
    'annben.json': textOfLines([{ msg: 'you', username: 'User_1', ts: at(4) }]),
    'anncat.json': textOfLines([{ msg: 'meow?', username: 'ann', ts: at(5) }]),
    'annann.json': textOfLines([{ msg: 'a note', username: 'ann', ts: at(6) }]),
  };

  test('says who may read a room; all others have names that are its own, and are no members', async () => {
    const converted = await convert(OWN);
    const { lines } = converted;
    const names = new Map(dataOf(lines, 'user').map(({ id, displayName }) => [id, displayName]));
    const nameOf = (id: string) => names.get(id) ?? id;
    expect(dataOf(lines, 'user')[0]).toMatchObject({
      username: 'ann',
      email: 'ann@example.com',
      avatar: { sizeBytes: 5 },
    });
    expect([...names.values()]).toEqual(['Ann', 'User_1', 'User_2', 'Somebody']);
    expect(dataOf(lines, 'channel').map(({ id, isPrivate }) => [id, isPrivate])).toEqual([
      ['general', false],
      ['secret', true],
    ]);
    expect(dataOf(lines, 'directMessage').map(({ id, userIds }) => [id, userIds.map(nameOf)])).toEqual([
      ['annben', ['Ann', 'User_1']],
      ['anncat', ['Ann', 'Somebody']],
    ]);
    expect(dataOf(lines, 'message').map(({ userId, content }) => [nameOf(userId), content])).toEqual([
      ['Ann', 'hello'],
      ['User_1', 'hi'],
      ['User_2', 'psst'],
      ['User_1', 'and I'],
      ['User_1', 'you'],
      ['Ann', 'meow?'],
    ]);
    expect(dataOf(lines, 'member').map(({ userId, role }) => [nameOf(userId), role])).toEqual([
      ['Ann', 'owner'],
    ]);
    expect(accountOf(converted)).toEqual({
      export: [1, 0, 0],
      person: [1, 0, 0],
      room: [4, 0, 1, '1 a direct message with oneself'],
      'other file': [1, 0, 0],
      message: [
        2,
        4,
        1,
        '4 of somebody whom the export does not describe',
        '1 a direct message with oneself',
      ],
      file: [0, 0, 0],
      reaction: [0, 0, 0],
      pin: [0, 0, 0],
    });
  });

  test('a hidden name of a later download is nobody of an earlier one whose messages begin elsewhere', async () => {
    const later = {
      ...OWN,
      'general.json': textOfLines([{ msg: 'I am new', username: 'User_1', ts: at(9) }]),
    };
    const [before, after] = [await convert(OWN), await convert(later)];
    const idOf = ({ lines }: typeof before) =>
      dataOf(lines, 'user').find(({ displayName }) => displayName === 'User_1')?.id;
    expect(idOf(after)).not.toBe(idOf(before));
    expect(idOf(await convert(OWN))).toBe(idOf(before));
  });

  test('those of several people are refused, and rooms may be called as its files are', async () => {
    const another = '{"username":"ben"}';
    await expect(convert({ ...OWN, 'ben/user.json': another })).rejects.toThrow('of several people');
    const said = textOfLines([{ msg: 'x', username: 'ann', ts: at(1) }]);
    const { lines } = await convert({ 'user.json': said, 'channels.json': said });
    expect(dataOf(lines, 'channel').map(({ id }) => id)).toEqual(['user', 'channels']);
  });
});
