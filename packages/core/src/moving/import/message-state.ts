import { hash } from 'node:crypto';
import { arrayLiteral, type Queryable, statement } from '@palaver/db';
import type { LineOf } from '../archive/lines.js';

/** What an archive says of a message, as far as a later one may say something else. */
export interface MessageState {
  readonly content: string;
  /** The text as it was written here, in which somebody may have another name. */
  readonly stored: string;
  /** How many earlier texts. */
  readonly edits: number;
  readonly files: ReadonlySet<string>;
  readonly reactions: ReadonlySet<string>;
}

interface MessageAndMore {
  readonly message: LineOf<'message'>['data'];
  /** Its text here. */
  readonly text: string;
  readonly edits: number;
  readonly reactions: ReadonlyArray<LineOf<'reaction'>['data']>;
}

/** `id` is that of the message here: two messages of the same text have different digests. */
export function stateOf(id: string, { message, text, edits, reactions }: MessageAndMore): MessageState {
  const content = contentKey(id, message.content);
  return {
    content,
    stored: text === message.content ? content : contentKey(id, text),
    edits,
    files: new Set(message.attachments.map((file) => fileKey(file.id))),
    reactions: new Set(reactions.map(reactionKey)),
  };
}

export const contentKey = (id: string, content: string): string => digest(`${id} ${content}`, 8);
export const fileKey = (sourceId: string): string => digest(sourceId, 6);
export function reactionKey({ userId, emoji, emojiId }: LineOf<'reaction'>['data']): string {
  return digest(JSON.stringify([userId, emojiId ?? emoji]), 6);
}

/** No digest has it. */
const AND_STORED = '+';

/** As it is recorded: mostly the digest of the text alone. */
export function writtenState({ content, stored, edits, files, reactions }: MessageState): string {
  const text = content === stored ? content : `${content}${AND_STORED}${stored}`;
  if (edits === 0 && files.size === 0 && reactions.size === 0) return text;
  return [text, edits, [...files].join(','), [...reactions].sort().join(',')].join(' ');
}

export function readState(written: string): MessageState {
  const [text = '', edits = '0', files = '', reactions = ''] = written.split(' ');
  const [content = '', stored = content] = text.split(AND_STORED);
  const setOf = (keys: string) => new Set(keys === '' ? [] : keys.split(','));
  return { content, stored, edits: Number(edits), files: setOf(files), reactions: setOf(reactions) };
}

const recorded = statement<{ source_id: string; id: string; state: string }>(`
  select source_id, id, state from imported
  where import_id = $1 and kind = 'message' and source_id = any($2::text::text[]) and state is not null`);

/** A message that an earlier archive had: its id here, and what that archive said of it. */
export interface RecordedMessage {
  readonly id: string;
  readonly written: string;
}

export async function findRecorded(
  q: Queryable,
  importId: string,
  sourceIds: readonly string[],
): Promise<Map<string, RecordedMessage>> {
  const rows = await recorded(q, [importId, arrayLiteral(sourceIds)]);
  return new Map(rows.map(({ source_id, id, state }) => [source_id, { id, written: state }]));
}

function digest(given: string, bytes: number): string {
  return hash('sha256', given, 'buffer').subarray(0, bytes).toString('base64url');
}
