import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { ArchiveError } from '../archive/archive-error.js';
import { openArchive } from '../container/open-archive.js';
import {
  accountOf,
  convertAll,
  dataOf,
  type Files,
  newFolder,
  removeFolders,
  zipOf,
} from '../converting/convert.fixture.js';
import { openZulipExport } from './reader.js';

afterEach(removeFolders);

/** Packs files as Zulip does: a folder in a tar.gz. */
async function tarOf(files: Files): Promise<string> {
  const folder = await newFolder();
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, 'zulip-export', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  }
  const tar = join(folder, 'export.tar.gz');
  execFileSync('tar', ['-czf', tar, '-C', folder, 'zulip-export']);
  return tar;
}

const T0 = 1_700_000_000;
const message = (id: number, sender: number, recipient: number, content: string, fields: object = {}) => ({
  id,
  sender,
  recipient,
  subject: recipient === 1 ? 'plans' : '',
  content,
  date_sent: T0 + id + 0.25,
  last_edit_time: null,
  ...fields,
});
const LONG = `7/ab/${'very-'.repeat(30)}long/plan.txt`;

const EXPORT: Files = {
  'realm.json': {
    zerver_realm: [{ id: 7, string_id: 'acme', name: 'Acme', uuid: 'f00d', icon_source: 'U' }],
    zerver_userprofile: [
      { id: 11, delivery_email: 'ann@example.com', full_name: 'Ann A', role: 100, is_active: true },
      { id: 12, email: 'ben@example.com', full_name: 'Ben B', role: 400, is_active: true },
      { id: 13, email: 'guest@example.com', full_name: 'Guest', role: 600, is_active: true },
      { id: 14, email: 'gone@example.com', full_name: 'Gone', role: 400, is_active: false },
    ],
    zerver_userprofile_mirrordummy: [],
    zerver_userprofile_crossrealm: [{ id: 15, email: 'notification-bot@zulip.com' }],
    zerver_stream: [
      { id: 21, name: 'general', description: 'All', invite_only: false, date_created: T0 },
      { id: 22, name: 'core team', description: '', invite_only: true, date_created: T0 },
    ],
    zerver_defaultstream: [{ stream: 21 }],
    zerver_recipient: [
      { id: 1, type: 2, type_id: 21 },
      { id: 2, type: 2, type_id: 22 },
      { id: 3, type: 1, type_id: 12 },
      { id: 4, type: 3, type_id: 31 },
    ],
    zerver_subscription: [
      ...[11, 12, 13].map((user) => ({ user_profile: user, recipient: 1, active: true })),
      { user_profile: 12, recipient: 2, active: false },
      ...[11, 12, 14].map((user) => ({ user_profile: user, recipient: 4, active: true })),
    ],
    zerver_realmemoji: [
      { id: 1, name: 'party', file_name: '1.png', realm: 7, deactivated: false },
      { id: 2, name: 'old', file_name: '2.png', realm: 7, deactivated: true },
    ],
    zerver_reaction: [
      { user_profile: 12, message: 101, emoji_name: 'tada' },
      { user_profile: 13, message: 101, emoji_name: 'party' },
      { user_profile: 13, message: 999, emoji_name: 'tada' },
    ],
  },
  'messages-000001.json': {
    zerver_message: [
      message(101, 11, 1, 'hello @**Ben B** and @**all**, see #**core team>plans** :tada:'),
      message(102, 12, 1, '@_**Ann A|11** said [plan.txt](/user_uploads/7/ab/plan.txt)', {
        last_edit_time: T0 + 500,
      }),
      message(103, 12, 1, 'another topic', { subject: 'lunch' }),
    ],
  },
  'messages-000002.json': {
    zerver_message: [
      message(104, 11, 1, 'soup', { subject: 'Lunch' }),
      message(105, 11, 3, 'psst'),
      message(106, 14, 4, 'to us'),
      message(107, 99, 2, 'by nobody known'),
      message(108, 11, 77, 'nowhere'),
    ],
  },
  'attachment.json': {
    zerver_attachment: [{ path_id: LONG, file_name: 'plan.txt', messages: [102], size: 4 }],
  },
  [`uploads/${LONG}`]: 'plan',
  'avatars/records.json': [{ user_profile_id: 11, path: '7/ann.png' }],
  'avatars/7/ann.png': 'not looked at here',
  'realm_icons/records.json': ['icon.png', 'icon.original', 'logo.png'].map((name) => ({
    path: `7/${name}`,
  })),
  'realm_icons/7/icon.png': 'small',
  'realm_icons/7/icon.original': 'the original',
  'realm_icons/7/logo.png': 'a logo',
  'emoji/7/emoji/images/1.png': 'not looked at here',
};

const LOST = 'messages-000003.json, zerver_message';

describe('an export of Zulip', () => {
  test('is an archive with people, channels, topics as threads, direct messages, files and emoji', async () => {
    const path = await tarOf(EXPORT);
    const converted = await convertAll(() => openZulipExport(path), { installation: null });
    const { lines, archive, report } = converted;
    expect(dataOf(lines, 'header')).toMatchObject([{ source: 'zulip:f00d' }]);
    const icon = { sizeBytes: 'the original'.length };
    expect(dataOf(lines, 'server')).toMatchObject([{ id: 'acme', name: 'Acme', ownerId: '11', icon }]);
    expect(dataOf(lines, 'channel')).toMatchObject([
      { id: 'stream 21', name: 'general', joinedByDefault: true },
      { id: 'stream 22', name: 'core-team', isPrivate: true },
    ]);
    const messages = dataOf(lines, 'message');
    expect(messages.map(({ id, threadId, userId, content }) => [id, threadId, userId, content])).toEqual([
      ['101', null, '11', '**plans**\n\nhello @ben and @channel, see #core-team > plans 🎉'],
      ['102', '101', '12', '@ann said plan.txt'],
      ['103', null, '12', '**lunch**\n\nanother topic'],
      ['104', '103', '11', 'soup'],
      ['105', null, '11', 'psst'],
      ['106', null, '14', 'to us'],
      ['107', null, '99', 'by nobody known'],
    ]);
    expect(messages[0]?.mentions).toMatchObject({ userIds: ['12'], channel: true });
    expect(messages[1]).toMatchObject({ edited: true, mentions: { userIds: [] } });
    expect(dataOf(lines, 'directMessage').map(({ userIds }) => userIds)).toEqual([
      ['11', '12'],
      ['11', '12', '14'],
    ]);
    expect(dataOf(lines, 'reaction').map(({ userId, emoji }) => [userId, emoji])).toEqual([
      ['12', '🎉'],
      ['13', 'party'],
    ]);
    expect(dataOf(lines, 'channelMember').map(({ channelId, userId }) => [channelId, userId])).toEqual([
      ['stream 21', '11'],
      ['stream 21', '12'],
    ]);
    expect(report.noMembers.map(({ username, why }) => [username, why])).toEqual([
      ['guest', 'a guest'],
      ['gone', 'gone'],
      ['Somebody', 'not described by the export'],
    ]);
    expect(accountOf(converted)).toMatchObject({
      zerver_message: [
        6,
        1,
        1,
        '1 of somebody whom the export does not describe',
        '1 of a channel that the export does not describe',
      ],
      emoji: [1, 0, 1, '1 no longer used there'],
      reaction: [2, 0, 1, '1 of a message that the export does not have'],
      file: [1, 0, 0],
    });
    const opened = await openArchive(archive);
    const [file] = messages[1]?.attachments ?? [];
    expect((await buffer(await opened.openFile(file?.file.name ?? ''))).toString()).toBe('plan');
    opened.close();
  });

  test('says what its messages say', async () => {
    const texts: ReadonlyArray<readonly [string, string]> = [
      ['````quote\na\n```quote\nb\n```\n````\nyes', '> a\n> > b\n>\n\nyes'],
      ['```quote\nwithout an end', '> without an end'],
      ['```spoiler Who it **was**\nthe\n\nbutler\n```', 'Who it **was**\n||the||\n\n||butler||'],
      ['~~~py\n```quote\n~~~\n```math\nx\n```', '~~~py\n```quote\n~~~\n```math\nx\n```'],
      ['/me waves at @**Ben B** :wave:', '_waves at @ben 👋_'],
      ['@*core team* and @_*all staff*, 2*3*4', '@core team and @all staff, 2*3*4'],
      [
        '#**general>a topic@17** at <time:2024-01-01T10:00:00Z>',
        '#general > a topic at 2024-01-01T10:00:00Z',
      ],
    ];
    const zip = await zipOf({
      ...EXPORT,
      'messages-000001.json': { zerver_message: texts.map(([text], at) => message(201 + at, 11, 3, text)) },
      'messages-000002.json': {},
    });
    const { lines } = await convertAll(() => openZulipExport(zip));
    expect(dataOf(lines, 'message').map(({ content }) => content)).toEqual(
      texts.map(([, content]) => content),
    );
  });

  test('has tables and files that nothing reads, and the report names them', async () => {
    const zip = await zipOf({
      ...EXPORT,
      'realm.json': {
        ...(EXPORT['realm.json'] as object),
        zerver_submessage: [{ id: 1 }, { id: 2 }],
        zerver_mutedtopic: [],
        zerver_defaultstream: null,
        import_source: 'zulip',
      },
      'messages-000003.json': { zerver_message: {}, zerver_usermessage: [{ id: 1 }] },
      'analytics.json': {},
      'uploads/7/zz/lost.txt': 'x',
    });
    const { report } = await convertAll(() => openZulipExport(zip));
    const leftOut = report.kinds
      .filter(({ kind }) => kind.startsWith('other'))
      .map(({ kind, reasons }) => [kind, reasons]);
    expect(leftOut).toMatchObject([
      [
        'other table',
        [
          { code: 'unknownType', count: 2, first: ['realm.json, zerver_defaultstream', LOST] },
          { code: 'notHere', count: 1, first: ['realm.json, zerver_submessage: 2'] },
        ],
      ],
      ['other file', [{ code: 'unknownFile', count: 2, first: ['analytics.json', 'uploads/7/zz/lost.txt'] }]],
    ]);
  });

  test('may have files of any size, and empty ones', async () => {
    // Nothing else in the file is larger than a row may be.
    const filler = 'x'.repeat(1024 * 1024);
    const realm = JSON.stringify({
      zerver_filler: Array(65).fill(filler),
      ...(EXPORT['realm.json'] as object),
    });
    const path = await tarOf({ ...EXPORT, 'realm.json': realm, [`uploads/${LONG}`]: '' });
    const { report, lines } = await convertAll(() => openZulipExport(path), { installation: null });
    expect(report.messages).toBe(7);
    const files = dataOf(lines, 'message').flatMap(({ attachments = [] }) => attachments);
    expect(files).toMatchObject([{ filename: 'plan.txt', file: { sizeBytes: 0 } }]);
  });

  test('that was torn, or whose bytes are others, is refused; a path that leads out of it leads nowhere', async () => {
    const path = await tarOf(EXPORT);
    const bytes = await readFile(path);
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(bytes.length >> 1) ^ 0x10, bytes.length >> 1);
    for (const wrong of [bytes.subarray(0, bytes.length >> 1), bytes.subarray(0, -9), changed]) {
      const torn = join(await newFolder(), 'export.tar.gz');
      await writeFile(torn, wrong);
      await expect(convertAll(() => openZulipExport(torn))).rejects.toThrow(ArchiveError);
    }
    const [inside, outside] = [dirname(path), await newFolder()];
    await writeFile(join(outside, 'evil.txt'), 'x');
    const evil = `../${basename(outside)}/evil.txt`;
    execFileSync('tar', ['-czPf', path, '-C', inside, 'zulip-export', evil]);
    const { report } = await convertAll(() => openZulipExport(path));
    const others = report.kinds.find(({ kind }) => kind === 'other file');
    expect(others?.reasons).toMatchObject([{ count: 1, first: [evil] }]);
  });

  test('may be a zip, and is refused where it is no export', async () => {
    const zip = await zipOf(EXPORT);
    const { report } = await convertAll(() => openZulipExport(zip), { installation: null });
    expect(report.messages).toBe(7);
    await expect(openZulipExport(await zipOf({ 'x.txt': 'x' }))).rejects.toThrow('no realm.json');
    const text = join(await newFolder(), 'export.tar.gz');
    await writeFile(text, 'no tar');
    await expect(openZulipExport(text)).rejects.toThrow('no tar.gz, or is damaged');
  });
});
