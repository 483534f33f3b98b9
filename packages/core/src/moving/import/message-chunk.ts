import { arrayLiteral, statement, type tables } from '@palaver/db';
import type { StoredExtra } from '../../messages/extra.js';
import { threadOf } from '../../messages/thread-root.js';
import { ArchiveError } from '../archive/archive-error.js';
import type { ChunkWrite, Placed } from './chunk.js';
import type { KnownChannel } from './known.js';

export type MessageRow = Omit<typeof tables.messages.$inferInsert, 'extra'> & {
  readonly extra: StoredExtra | null;
};

/** A message that later lines of the archive may name. */
interface NamedMessage {
  readonly id: string;
  readonly channel: KnownChannel;
  readonly isReply: boolean;
  /** Null for one of an earlier chunk, which is in the database. */
  readonly row: MessageRow | null;
}

/** The messages of a chunk, and those of earlier ones that it names. */
export class MessageChunk {
  readonly rows: MessageRow[] = [];
  readonly touched = new Set<KnownChannel>();
  readonly #named: Map<string, NamedMessage>;

  constructor(named: Map<string, NamedMessage>) {
    this.#named = named;
  }

  add(sourceId: string, message: NamedMessage): void {
    this.#named.set(sourceId, message);
    if (message.row) this.rows.push(message.row);
  }

  /** Null for a message that is left out, or deleted here. */
  find(sourceId: string, line: number): NamedMessage | null {
    const message = this.#named.get(sourceId);
    if (message === undefined) throw new ArchiveError(`"${sourceId}" is no message of an earlier line`, line);
    return message.channel.isLeftOut ? null : message;
  }

  /** The channel of a message of an earlier chunk; null where there is none. */
  channelOf(sourceId: string): KnownChannel | null {
    return this.#named.get(sourceId)?.channel ?? null;
  }

  has(sourceId: string): boolean {
    return this.#named.has(sourceId);
  }

  /** The next position in the stream of a channel. Nothing is published there. */
  nextSeq(channel: KnownChannel, instant: Date): number {
    this.touched.add(channel);
    if (instant > channel.lastAt) channel.lastAt = instant;
    return ++channel.head;
  }
}

/** Where a message is that has no row: in what is left out, or deleted here. */
export const LEFT_OUT: KnownChannel = {
  id: '',
  home: '',
  head: 0,
  lastAt: new Date(0),
  pins: 0,
  isLeftOut: true,
};

const named = statement<{
  source_id: string;
  id: string;
  channel_id: string | null;
  thread_id: string | null;
}>(`
  select made.source_id, made.id, message.channel_id, ${threadOf('message')} as thread_id
  from imported made left join messages message on message.id = made.id
  where made.import_id = $1 and made.kind = 'message' and made.source_id = any($2::text::text[])`);

/** The messages of earlier chunks that these lines name, or have again. */
export async function findNamed(w: ChunkWrite, lines: readonly Placed[]): Promise<Map<string, NamedMessage>> {
  const sourceIds = new Set<string>();
  for (const { value } of lines) {
    if (value.type === 'message') {
      sourceIds.add(value.data.id);
      if (value.data.threadId !== null) sourceIds.add(value.data.threadId);
    } else if ('messageId' in value.data) sourceIds.add(value.data.messageId);
  }
  const channels = new Map([...w.known.channels.values()].map((channel) => [channel.id, channel]));
  const messagesNamed = new Map<string, NamedMessage>();
  for (const row of await named(w.tx, [w.importId, arrayLiteral([...sourceIds])])) {
    const channel = row.channel_id === null ? LEFT_OUT : channels.get(row.channel_id);
    if (!channel) continue;
    messagesNamed.set(row.source_id, { id: row.id, channel, isReply: row.thread_id !== null, row: null });
  }
  return messagesNamed;
}
