import { newId, type Queryable } from '@palaver/db';
import { iso } from '../../kernel/sql/instant.js';
import type { StreamVersion } from '../../log/snapshot.js';
import { channelStream } from '../../log/streams.js';
import type { OutcomeOf, PostDraft, PostOutcome } from '../../procedures/post-queue.js';
import { frameParts } from '../../protocol/events.js';
import type { Attachment } from '../../protocol/records/attachment.js';
import { type Message, NO_MENTIONS } from '../../protocol/records/message.js';
import { storedPlace } from '../extra.js';
import { newMessage, withNonce } from '../record.js';
import { type Accepted, type DecisionSources, decideAll } from './decide.js';
import { type ChannelWrite, INSTANT, type MessageRow, type WriteBatch, writeMessages } from './write.js';

export interface BatchOptions extends DecisionSources {
  /** See `WriteBatch`. */
  readonly compares?: boolean;
  /** The attachments of a post that is accepted, by the id that its message has. Needed where posts have some. */
  readonly claimAttachments?: (draft: PostDraft, messageId: string) => Promise<readonly Attachment[]>;
}

/**
 * Posts a batch: what is not known is read at one instant, the rules of this slice and of channels are asked, and the
 * messages are written if nothing has changed what this was decided by. The same for one post and for many, inside a
 * transaction and without one; with a cache only without one, as the cache must not know what is rolled back. Throws the
 * database's error, with which nothing is written.
 */
export async function postBatch(
  q: Queryable,
  drafts: readonly PostDraft[],
  now: Date,
  options: BatchOptions = {},
): Promise<PostOutcome[]> {
  const decisions = await decideAll(q, drafts, options);
  const isPlain = drafts.every((draft, index) => decisions[index]?.kind !== 'accepted' || isPlainPost(draft));
  const compares = options.compares !== false || !isPlain;
  const earliest = iso(now);
  const rows = new Map<number, MessageRow>();
  const channels = new Map<string, ChannelWrite>();
  const others = new Map<string, StreamVersion>();
  for (const [index, decision] of decisions.entries()) {
    const draft = drafts[index];
    if (!draft || decision.kind !== 'accepted') continue;
    const { poster } = decision;
    const channel = channels.get(draft.channelId);
    const version = earlier(channel?.version, poster.channel);
    const at = channel?.at ?? later(version.at, earliest);
    const place = (channel?.messages ?? 0) + 1;
    channels.set(draft.channelId, { version, messages: place, at });
    for (const other of poster.others) others.set(other.id, earlier(others.get(other.id), other));
    const id = newId(poster.serverId ?? draft.channelId);
    const claimed = draft.attachmentIds.length > 0 ? await options.claimAttachments?.(draft, id) : [];
    const attachments = [...(claimed ?? [])];
    const instant = compares ? INSTANT : at;
    rows.set(index, rowOf(draft, decision, { id, place, at: instant, attachments }));
  }
  const batch = { channels, others, messages: [...rows.values()], isPlain, compares };
  const written = rows.size > 0 ? await write(q, batch, options) : new Map<string, Written>();
  return decisions.map((decision, index): PostOutcome => {
    if (decision.kind !== 'accepted') return decision;
    const row = rows.get(index);
    const before = row && written.get(row.message.channelId);
    return before ? posted(row, before) : { kind: 'conflict' };
  });
}

/** Where some of a batch is known and some has just been read, what has come between is compared. */
function earlier(known: StreamVersion | undefined, version: StreamVersion): StreamVersion {
  return known && known.seq <= version.seq ? known : version;
}

/** Texts of this form stand in the order of time. */
function later(a: string, b: string): string {
  return a < b ? b : a;
}

const no = () => false;

/** Whether a field asks for more than a plain message has, which only `writeAll` of `write.ts` writes. */
const ASKS_FOR_MORE: { readonly [Field in keyof Required<PostDraft>]: (draft: PostDraft) => boolean } = {
  channelId: no,
  userId: no,
  parentId: ({ parentId }) => parentId !== null,
  alsoInChannel: ({ alsoInChannel }) => alsoInChannel === true,
  content: no,
  attachmentIds: no,
  scheduledId: no,
  mentions: ({ mentions }) => mentions !== null,
  extra: ({ extra }) => extra !== null,
  idempotency: no,
  webhook: ({ webhook }) => webhook !== undefined,
  takesTurn: no,
  nonce: no,
};
const QUESTIONS = Object.values(ASKS_FOR_MORE);

function isPlainPost(draft: PostDraft): boolean {
  return !QUESTIONS.some((asksForMore) => asksForMore(draft));
}

function rowOf(
  draft: PostDraft,
  { poster, rootId }: Accepted,
  made: Pick<Message, 'id' | 'attachments'> & { readonly place: number; readonly at: string },
): MessageRow {
  const { channelId, content, nonce, mentions, extra } = draft;
  const message = newMessage({
    id: made.id,
    channelId,
    author: poster.author,
    threadId: rootId,
    alsoInChannel: rootId !== null && draft.alsoInChannel === true,
    content,
    at: made.at,
    attachments: made.attachments,
    mentions: mentions ?? NO_MENTIONS,
    extra,
  });
  const event = { type: 'message.created', data: withNonce(message, nonce) } as const;
  const frame = frameParts(channelStream(channelId), event);
  return { draft, message, stored: storedPlace(message, extra), place: made.place, frame };
}

/** The position of a channel's log before its messages, and when they were made (ISO 8601). */
type Written = Pick<StreamVersion, 'seq' | 'at'>;

/** Writes a batch, and takes what came of it into the cache. Returns the channels that were written to. */
async function write(
  q: Queryable,
  batch: WriteBatch,
  { cache }: BatchOptions,
): Promise<Map<string, Written>> {
  const written = new Map<string, Written>();
  for (const { id, seq, at } of await writeMessages(q, batch)) {
    const channel = batch.channels.get(id);
    const other = batch.others.get(id);
    if (seq === null) {
      cache?.forget(id);
    } else if (channel) {
      const before = { seq: Number(seq), at: at ?? channel.at };
      written.set(id, before);
      cache?.advance(channel.version, { seq: before.seq + channel.messages, at: before.at });
    } else if (other) {
      cache?.advance(other, { seq: Number(seq), at: at ?? other.at });
    }
  }
  return written;
}

function posted(
  { draft, message, place, frame }: MessageRow,
  { seq: base, at }: Written,
): OutcomeOf<'posted'> {
  const isDated = message.createdAt === at;
  const dated: Message = isDated ? message : Object.assign({}, message, { createdAt: at, updatedAt: at });
  const { id: messageId, channelId, userId: authorId, threadId } = dated;
  const seq = base + place;
  const isPlain = draft.mentions === null && threadId === null;
  const hint = {
    streamId: channelId,
    streamKind: 'channel',
    seq,
    frame: `${isDated ? frame[0] : frame[0].replaceAll(INSTANT, at)}${seq}${frame[1]}`,
    post: isPlain ? { seq, messageId, authorId, at } : null,
  } as const;
  return { kind: 'posted', message: dated, hint };
}
