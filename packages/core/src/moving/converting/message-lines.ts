import { parse } from '@palaver/markup';
import { write } from '@palaver/markup/build';
import { linesOf } from '../../incoming-webhooks/dialects/card.js';
import { usableContent, usableName } from '../../incoming-webhooks/webhook-post.js';
import { HIGHEST_LIMITS } from '../../kernel/services/limits.js';
import type { LineReasonCode } from '../../protocol/records/line-reason.js';
import type { GivenArchiveLine, LineOf } from '../archive/lines.js';
import type { Account } from './account.js';
import { NOTHING } from './bounds.js';
import type { OwnEmoji } from './emoji.js';
import { filesOf, type MissingFile, notLinked } from './message-files.js';
import type { OrderedMessage } from './message-order.js';
import { instantOf } from './names.js';
import { NOT_DESCRIBED, type People } from './people.js';
import { reactionLines } from './reaction-lines.js';
import type { Origin, Said, SourceNames, SourceReader } from './records.js';
import { sourceId } from './source-ids.js';
import type { SpooledMessage } from './spool.js';
import { uuidOf } from './uuid-of.js';

/** What the lines of messages are made with. */
export interface MessageWork {
  readonly reader: Pick<SourceReader, 'say'>;
  readonly people: People;
  readonly emoji: OwnEmoji;
  readonly names: SourceNames;
  readonly account: Account;
}

/** Where a message goes. */
export interface MessagePlace extends Pick<OrderedMessage, 'at' | 'isRootMissing'> {
  /** The message that begins the thread; null for none. */
  readonly rootId: string | null;
  readonly id: string;
  readonly channelId: string;
  /** Whether the channel may have another pin. */
  readonly mayPin: boolean;
}

const { messageCharacters: CHARACTERS_MAX } = HIGHEST_LIMITS;
const MENTIONS_MAX = 200;
export const OF_LEFT_OUT = 'ofLeftOut';

/** The lines of a message: itself, its reactions and its pin; each is told to the account. */
export function messageLines(
  message: SpooledMessage,
  place: MessagePlace,
  work: MessageWork,
): GivenArchiveLine[] {
  const { people, account } = work;
  const createdAt = instantOf(place.at).toISOString();
  const userId = people.idOf(message.author);
  const changes: LineReasonCode[] = [...message.changes];
  if (!people.isDescribed(message.author.id)) changes.push(NOT_DESCRIBED);
  if (message.at === null) changes.push('instantBefore');
  else if (message.at !== place.at) changes.push('instantOfExport');
  if (place.isRootMissing) changes.push('withoutRoot');
  const base = {
    id: place.id,
    channelId: place.channelId,
    userId,
    threadId: place.rootId === null ? null : sourceId(place.rootId),
    alsoInChannel: place.rootId !== null && message.alsoInChannel === true,
    createdAt,
  };
  if (message.isDeleted) {
    account.take(message.from, changes);
    leaveOutParts(message, account);
    return [{ type: 'message', data: { content: '', updatedAt: createdAt, deletedAt: createdAt, ...base } }];
  }
  const said = work.reader.say(message, work.names);
  const { attachments, missing } = filesOf(message, createdAt, account);
  const content = contentOf(said, missing, attachments.length > 0, changes);
  const editedAt = message.editedAt === null ? null : instantOf(Math.max(place.at, message.editedAt));
  account.take(message.from, changes);
  const line: GivenArchiveLine = {
    type: 'message',
    data: {
      content,
      updatedAt: (editedAt ?? instantOf(place.at)).toISOString(),
      edited: editedAt !== null,
      mentions: mentionsOf(said, people),
      attachments,
      webhook: shownAs(message),
      ...base,
    },
  };
  return [
    line,
    ...reactionLines(message, place.id, createdAt, work),
    ...pinLines(message, place, base, work),
  ];
}

/** Counts a message that is left out, with all that belongs to it. */
export function leaveOutMessage(message: SpooledMessage, why: LineReasonCode, account: Account): void {
  account.leaveOut(message.from, why);
  leaveOutParts(message, account);
}

function leaveOutParts({ from: { ref }, files, reactions, pin }: SpooledMessage, account: Account): void {
  for (const _ of files) account.leaveOut({ kind: 'file', ref }, OF_LEFT_OUT);
  for (const _ of reactions) account.leaveOut({ kind: 'reaction', ref }, OF_LEFT_OUT);
  if (pin !== null) account.leaveOut({ kind: 'pin', ref }, OF_LEFT_OUT);
}

function contentOf(
  { text: said }: Said,
  missing: readonly MissingFile[],
  hasFiles: boolean,
  changes: LineReasonCode[],
): string {
  const blocks = () => (typeof said === 'string' ? parse(said) : said);
  const shown = missing.length === 0 ? [] : notLinked(missing, typeof said === 'string' ? said : write(said));
  const isTyped = typeof said === 'string' && shown.length === 0;
  const whole = isTyped ? said : write([...blocks(), ...linesOf(shown)]);
  const content = usableContent(whole, CHARACTERS_MAX);
  if ([...whole].length > CHARACTERS_MAX + 1) changes.push('contentCut');
  if (content !== '' || hasFiles) return content;
  changes.push('showsNothing');
  return NOTHING;
}

function mentionsOf({ userIds, channel, here }: Said, people: People) {
  const known = userIds.flatMap((id) => people.find(id)?.id ?? []);
  return { userIds: [...new Set(known)].slice(0, MENTIONS_MAX), channel, here };
}

/** A program may call itself as it likes. */
function shownAs({ author, shownAs: given }: SpooledMessage): LineOf<'message'>['data']['webhook'] {
  const username = usableName(given);
  return username === null ? null : { id: uuidOf(author.id), username, avatarUrl: null, emoji: null };
}

function pinLines(
  { pin, from: { ref } }: SpooledMessage,
  { id: messageId, mayPin }: MessagePlace,
  { createdAt, userId }: { readonly createdAt: string; readonly userId: string },
  { people, account }: MessageWork,
): GivenArchiveLine[] {
  if (pin === null) return [];
  const from: Origin = { kind: 'pin', ref };
  if (!mayPin) {
    account.leaveOut(from, 'manyPins');
    return [];
  }
  account.take(from, pin.by === null ? ['pinnedByAuthor'] : []);
  const pinnedAt = pin.at === null ? createdAt : instantOf(pin.at).toISOString();
  const pinnedBy = pin.by === null ? userId : people.idOf(pin.by);
  return [{ type: 'pin', data: { messageId, pinnedBy, pinnedAt } }];
}
