import type { Queryable } from '@palaver/db';
import { withFields } from '../with-fields.js';
import { type ChunkContext, isUpdate, linesOf, type Placed } from './chunk.js';
import type { KnownUsers } from './known-users.js';
import {
  fileKey,
  findRecorded,
  type MessageState,
  type RecordedMessage,
  readState,
  stateOf,
  writtenState,
} from './message-state.js';
import { textHere } from './renamed.js';

type MessageLine = Placed<'message'>;

/** A message with what belongs to it. */
export interface MessageGroup {
  readonly line: MessageLine;
  readonly edits: ReadonlyArray<Placed<'edit'>>;
  readonly reactions: ReadonlyArray<Placed<'reaction'>>;
}

/** A message of which a later archive says something else than the earlier one did. */
export interface ChangedMessage extends MessageGroup {
  readonly id: string;
  readonly before: MessageState;
  readonly after: MessageState;
}

/** The messages of a chunk, each with its earlier texts and reactions, which are in the same chunk. */
export function groupsOf(lines: readonly Placed[]): MessageGroup[] {
  const edits = byMessage(linesOf(lines, 'edit'));
  const reactions = byMessage(linesOf(lines, 'reaction'));
  return linesOf(lines, 'message').map((line) => {
    const { id } = line.value.data;
    return { line, edits: edits.get(id) ?? [], reactions: reactions.get(id) ?? [] };
  });
}

function byMessage<Line extends Placed<'edit'> | Placed<'reaction'>>(
  lines: readonly Line[],
): Map<string, Line[]> {
  const byId = new Map<string, Line[]>();
  for (const line of lines) {
    const { messageId } = line.value.data;
    const known = byId.get(messageId);
    if (known) known.push(line);
    else byId.set(messageId, [line]);
  }
  return byId;
}

export function stateOfGroup(
  id: string,
  { line, edits, reactions }: MessageGroup,
  users: KnownUsers,
): MessageState {
  const message = line.value.data;
  const text = textHere(message, users);
  const given = reactions.map(({ value }) => value.data);
  return stateOf(id, { message, text, edits: edits.length, reactions: given });
}

/** The messages that no earlier archive had, and those of which it said something else. */
export async function changesIn(
  w: Pick<ChunkContext, 'importId' | 'ownId' | 'known'> & { readonly tx: Queryable },
  groups: readonly MessageGroup[],
): Promise<{ readonly fresh: readonly MessageGroup[]; readonly changed: readonly ChangedMessage[] }> {
  if (!isUpdate(w)) return { fresh: groups, changed: [] };
  const recorded = await findRecorded(
    w.tx,
    w.importId,
    groups.map(({ line }) => line.value.data.id),
  );
  const fresh: MessageGroup[] = [];
  const changed: ChangedMessage[] = [];
  for (const group of groups) {
    const known = recorded.get(group.line.value.data.id);
    if (known === undefined) fresh.push(group);
    else changed.push(...changeOf(known, group, w.known.users));
  }
  return { fresh, changed };
}

/** Names that somebody has here now, or is known by now, change no text that stays the same there. */
function changeOf(
  { id, written }: RecordedMessage,
  group: MessageGroup,
  users: KnownUsers,
): ChangedMessage[] {
  const before = readState(written);
  const now = stateOfGroup(id, group, users);
  const after = now.content === before.content ? withFields(now, { stored: before.stored }) : now;
  return writtenState(after) === written ? [] : [{ ...group, id, before, after }];
}

/** Messages without the files that an earlier archive had: those are stored. */
export async function withNewFiles(
  ctx: Pick<ChunkContext, 'importId' | 'ownId'> & { readonly db: Queryable },
  messages: readonly MessageLine[],
): Promise<readonly MessageLine[]> {
  const withFiles = messages.filter(({ value }) => value.data.attachments.length > 0);
  if (!isUpdate(ctx)) return withFiles;
  const recorded = await findRecorded(
    ctx.db,
    ctx.importId,
    withFiles.map(({ value }) => value.data.id),
  );
  return withFiles.map((line) => {
    const known = recorded.get(line.value.data.id);
    if (known === undefined) return line;
    const { files } = readState(known.written);
    const attachments = line.value.data.attachments.filter(({ id }) => !files.has(fileKey(id)));
    return { ...line, value: { ...line.value, data: { ...line.value.data, attachments } } };
  });
}
