import type { Queryable, Transaction } from '@palaver/db';
import type { Emit } from '../../log/transact.js';
import { LINE_ORDER } from '../archive/lines.js';
import { type ChunkContext, linesOf, NOTHING_WRITTEN, type Placed, type Written } from './chunk.js';
import { withNewFiles } from './message-changes.js';
import { decodeImages, type StoredAttachments, storeAttachments } from './stored-files.js';
import { writeEmoji } from './write-emoji.js';
import { writeChannelGroups, writeUserGroups } from './write-groups.js';
import { writeChannelMembers, writeMembers, writeSanctions, writeUserGroupMembers } from './write-members.js';
import { writeMessages } from './write-messages.js';
import { writeChannels, writeServer } from './write-places.js';
import { writeUsers } from './write-users.js';

/** Few enough that a transaction is short. */
const LINES = 500;
const CHARACTERS = 2_000_000;
const FILES = 50;

/**
 * Collects lines that are written in one transaction: of one place in the order of types, and with each message what belongs to
 * it.
 */
export class ChunkOfLines {
  readonly lines: Placed[] = [];
  #characters = 0;
  #files = 0;

  /** Takes a line; false for one that belongs to the next chunk. */
  take(line: Placed): boolean {
    const [first] = this.lines;
    if (first && LINE_ORDER[first.value.type] !== LINE_ORDER[line.value.type]) return false;
    if (this.#isFull() && !belongsToMessage(line)) return false;
    this.lines.push(line);
    const { data } = line.value;
    if ('content' in data) this.#characters += data.content.length;
    if ('attachments' in data) this.#files += data.attachments.length;
    if (line.value.type === 'emoji' || (line.value.type === 'user' && line.value.data.avatar !== null))
      this.#files++;
    return true;
  }

  #isFull(): boolean {
    return this.lines.length >= LINES || this.#characters >= CHARACTERS || this.#files >= FILES;
  }
}

/** What is compared with an earlier archive is compared together. */
function belongsToMessage({ value: { type } }: Placed): boolean {
  return type === 'edit' || type === 'reaction' || type === 'pin';
}

/** What is done for a chunk before its transaction. */
export interface Prepared {
  readonly images: ReadonlyMap<string, Buffer>;
  readonly attachments: StoredAttachments;
}

export async function prepareChunk(
  ctx: ChunkContext & { readonly db: Queryable },
  lines: readonly Placed[],
): Promise<Prepared> {
  const images = await decodeImages(ctx, lines);
  const messages = await withNewFiles(ctx, linesOf(lines, 'message'));
  return { images, attachments: await storeAttachments(ctx, messages) };
}

/** Writes the lines of a chunk. Throws `ArchiveError`. */
export async function writeChunk(
  ctx: ChunkContext,
  { tx, emit }: { readonly tx: Transaction; readonly emit: Emit },
  lines: readonly Placed[],
  { images, attachments }: Prepared,
): Promise<Written> {
  const w = { ...ctx, tx, emit, images };
  const [first] = lines;
  switch (first?.value.type) {
    case 'user':
      return { ...NOTHING_WRITTEN, users: await writeUsers(w, linesOf(lines, 'user')) };
    case 'server':
      for (const line of linesOf(lines, 'server')) await writeServer(w, line);
      break;
    case 'emoji':
      await writeEmoji(w, linesOf(lines, 'emoji'));
      break;
    case 'userGroup':
      await writeUserGroups(w, linesOf(lines, 'userGroup'));
      break;
    case 'channelGroup':
      await writeChannelGroups(w, linesOf(lines, 'channelGroup'));
      break;
    case 'channel':
    case 'directMessage':
      await writeChannels(w, [...linesOf(lines, 'channel'), ...linesOf(lines, 'directMessage')]);
      break;
    case 'message':
    case 'edit':
    case 'reaction':
    case 'pin':
      return { ...NOTHING_WRITTEN, ...(await writeMessages(w, lines, attachments)) };
    case 'member':
      await writeMembers(w, lines);
      break;
    case 'ban':
    case 'timeout':
      await writeSanctions(w, lines);
      break;
    case 'userGroupMember':
      await writeUserGroupMembers(w, lines);
      break;
    case 'channelMember':
      await writeChannelMembers(w, lines);
      break;
  }
  return NOTHING_WRITTEN;
}
