import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { type GivenArchiveLine, writeArchive } from '@palaver/core';
import { newId, pastId } from '@palaver/db';

const BEGINNING = Date.parse('2026-01-01T00:00:00Z');
const MEMBERS = 300;
const CHANNELS = 4;
const MESSAGES = 8_000;

/** Two archives of one server, whose imports take some seconds in each of their states. Their ids are ones that an import keeps. */
export async function writeLargeArchives(paths: {
  readonly earlier: string;
  readonly later: string;
}): Promise<void> {
  const all = [...lines()];
  const perChannel = MESSAGES / CHANNELS;
  await writeLines(
    paths.earlier,
    chosen(all, (n) => n % perChannel < perChannel * 0.7),
  );
  // Of the earlier one some messages are missing, and some are changed.
  await writeLines(
    paths.later,
    chosen(all, (n) => n % 20 !== 19).map((line, n) =>
      line.type === 'message' && n % 50 === 3
        ? { ...line, data: { ...line.data, content: `${line.data.content}, corrected`, edited: true } }
        : line,
    ),
  );
}

async function writeLines(path: string, given: readonly GivenArchiveLine[]): Promise<void> {
  const openFile = async (name: string) => Readable.from([Buffer.from(contentOf(name))]);
  const each = async function* () {
    yield* given;
  };
  await writeArchive({ lines: each(), openFile }, createWriteStream(path));
}

/** The lines without the messages that are not wanted, by their numbers, and what belongs to these. */
function chosen(all: readonly GivenArchiveLine[], isWanted: (n: number) => boolean): GivenArchiveLine[] {
  let n = 0;
  const left = new Set<string>();
  return all.filter((line) => {
    if (line.type === 'message' && !isWanted(n++)) left.add(line.data.id);
    if (line.type === 'message') return !left.has(line.data.id);
    return !('messageId' in line.data && left.has(line.data.messageId));
  });
}

const contentOf = (name: string): string => `the content of ${name}`;
const instant = (n: number): string => new Date(BEGINNING + n * 1_000).toISOString();
const idAt = (n: number): string => pastId(new Date(BEGINNING + n * 1_000), n);

function* lines(): Generator<GivenArchiveLine> {
  const serverId = newId();
  const createdAt = instant(0);
  const users = Array.from({ length: MEMBERS }, (_, n) => ({ id: idAt(n), username: `member-${n}` }));
  const channels = Array.from({ length: CHANNELS }, (_, n) => ({ id: newId(), name: `channel-${n}` }));
  const someone = (n: number) => users[n % MEMBERS]?.id ?? '';
  const ownerId = someone(0);
  yield {
    type: 'header',
    data: {
      version: 1,
      source: `palaver:${serverId}`,
      writtenBy: 'a test',
      exportedAt: instant(2 * MESSAGES),
    },
  };
  for (const user of users) yield { type: 'user', data: { ...user, displayName: user.username, createdAt } };
  yield { type: 'server', data: { id: serverId, name: 'Large', ownerId, createdAt } };
  for (const { id, name } of channels)
    yield { type: 'channel', data: { id, name, displayName: name, createdBy: ownerId, createdAt } };
  for (const { id } of channels) yield* messages(id, someone);
  for (const { id: userId } of users)
    yield {
      type: 'member',
      data: { userId, role: userId === ownerId ? 'owner' : 'member', joinedAt: createdAt },
    };
  for (const { id: userId } of users)
    for (const { id: channelId } of channels)
      yield { type: 'channelMember', data: { channelId, userId, joinedAt: createdAt } };
}

/** Each tenth message begins a thread of three; each has something that others have not. */
function* messages(channelId: string, someone: (n: number) => string): Generator<GivenArchiveLine> {
  let rootId = '';
  for (let n = 0; n < MESSAGES / CHANNELS; n++) {
    const id = idAt(n);
    const place = n % 10;
    if (place === 0) rootId = id;
    const isReply = place > 0 && place < 4;
    const at = instant(n);
    const file = { name: `file-${id}`, sizeBytes: contentOf(`file-${id}`).length };
    yield {
      type: 'message',
      data: {
        id,
        channelId,
        userId: someone(n),
        threadId: isReply ? rootId : null,
        content: `message ${n} of ${channelId}`,
        createdAt: at,
        updatedAt: at,
        edited: place === 5,
        attachments: n % 100 === 7 ? [{ id: newId(), filename: 'notes.txt', createdAt: at, file }] : [],
      },
    };
    if (place === 5)
      yield { type: 'edit', data: { messageId: id, content: 'before', editedAt: at, userId: someone(n) } };
    if (place === 6)
      for (const emoji of ['👍', '🎉'])
        yield { type: 'reaction', data: { messageId: id, userId: someone(n + 1), emoji, createdAt: at } };
    if (n % 500 === 8) yield { type: 'pin', data: { messageId: id, pinnedBy: someone(0), pinnedAt: at } };
  }
}
