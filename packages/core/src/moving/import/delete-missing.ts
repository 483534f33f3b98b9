import { arrayLiteral, type Queryable, statement } from '@palaver/db';
import { lockStream } from '../../log/append.js';
import { channelStream } from '../../log/streams.js';
import { transact, type WriteContext } from '../../log/transact.js';
import { DELETIONS_MAX, deleteSome } from '../../messages/removal/erasing.js';
import type { Using } from '../../procedures/context.js';
import type { ChunkWrite } from './chunk.js';
import { type ImportRow, lockImport, updateImport } from './import-queries.js';
import { contentKey, readState } from './message-state.js';

const markSeen = statement(`
  update imported set seen_by = $2::text::uuid
  where import_id = $1 and kind = 'message' and source_id = any($3::text::text[])`);

/** Writes down that a later archive has these messages, where those that it does not have are to be deleted. */
export async function noteSeen(w: ChunkWrite, sourceIds: readonly string[]): Promise<void> {
  if (w.deletesMissing) await markSeen(w.tx, [w.importId, w.ownId, arrayLiteral(sourceIds)]);
}

interface Missing {
  readonly source_id: string;
  readonly id: string;
  readonly state: string | null;
  readonly channel_id: string;
  readonly content: string;
}

const missing = statement<Missing>(`
  select made.source_id, made.id, made.state, message.channel_id, message.content
  from imported made join messages message on message.id = made.id and message.deleted_at is null
  where made.import_id = $1 and made.kind = 'message' and made.source_id > $3 and made.seen_by is distinct from $2::text::uuid
  order by made.source_id limit $4::text::int`);

/** Messages that are looked at in one statement. */
const LOOKED_AT = 500;

/** A part of what is missing: messages of one channel, and where it goes on. */
interface Part {
  readonly channelId: string | null;
  /** Those that are deleted: a text that was edited here was written here, and stays. */
  readonly gone: readonly Missing[];
  /** The last message that needs not be looked at again; null after all of them. */
  readonly last: string | null;
}

async function nextPart(q: Queryable, { id, updates }: ImportRow, after: string): Promise<Part> {
  const rows = await missing(q, [updates ?? id, id, after, String(LOOKED_AT)]);
  const gone: Missing[] = [];
  let last = null;
  for (const row of rows) {
    const isOfAnother = gone[0] !== undefined && gone[0].channel_id !== row.channel_id;
    if (isOfAnother || gone.length === DELETIONS_MAX) break;
    if (row.state !== null && readState(row.state).stored === contentKey(row.id, row.content)) gone.push(row);
    last = row.source_id;
  }
  return { channelId: gone[0]?.channel_id ?? null, gone, last };
}

/**
 * Deletes messages that earlier archives of a server had and the archive of this import does not have, some at a time and as each
 * deletion is heard of. A process that is killed begins from the first: what was deleted is not found again.
 */
export class MissingMessages {
  readonly #ctx: WriteContext & Using<'upward' | 'files' | 'log'>;
  #at: { readonly importId: string; readonly after: string } | null = null;

  constructor(ctx: WriteContext & Using<'upward' | 'files' | 'log'>) {
    this.#ctx = ctx;
  }

  /** Returns whether there may be more. */
  async deleteSome(row: ImportRow): Promise<boolean> {
    if (!row.deleteMissing || row.updates === null) return false;
    const after = this.#at?.importId === row.id ? this.#at.after : '';
    const part = await nextPart(this.#ctx.services.db, row, after);
    if (part.last === null) {
      this.#at = null;
      return false;
    }
    const reached = part.channelId === null ? part.last : await this.#delete(row, part.channelId, after);
    this.#at = { importId: row.id, after: reached };
    return true;
  }

  /** Returns the last message that was looked at. What is missing is read again under the lock of the channel. */
  async #delete(row: ImportRow, channelId: string, after: string): Promise<string> {
    return transact(this.#ctx, async (tx, emit, afterCommit) => {
      const locked = await lockImport(tx, row.id);
      await lockStream(tx, channelStream(channelId));
      const part = await nextPart(tx, row, after);
      if (locked?.state !== 'joining' || part.channelId !== channelId) return after;
      const ids = part.gone.map(({ id }) => id);
      const deleting = { tx, emit, afterCommit };
      const done = await deleteSome(this.#ctx.services, deleting, { channelId, authorIds: null }, ids);
      await updateImport(tx, row.id, { deleted: locked.deleted + done.removed });
      const isPart = done.looked < ids.length;
      return (isPart ? part.gone[done.looked - 1]?.source_id : part.last) ?? after;
    });
  }
}
