import { hash } from 'node:crypto';
import { QUOTAS } from '../../kernel/services/quotas.js';
import type { GivenArchiveLine } from '../archive/lines.js';
import { leaveOutMessage, type MessageWork, messageLines } from './message-lines.js';
import type { MessageOrder } from './message-order.js';
import type { SeenIds } from './seen-ids.js';
import { sourceId } from './source-ids.js';
import type { Spool, SpooledMessage } from './spool.js';

/** The lines of all messages of a channel or a direct message, in their order. */
export async function* linesOfPlace(
  channelId: string,
  order: MessageOrder,
  spool: Spool,
  work: MessageWork & { readonly seen: SeenIds },
): AsyncGenerator<GivenArchiveLine> {
  const known = new KnownIds(work.seen);
  let pins = 0;
  for (const ordered of order.inOrder()) {
    const message = spool.near(ordered) ?? (await spool.read(ordered));
    const { root } = ordered;
    const id = known.idFor(message, ordered.at);
    if (id === null) {
      leaveOutMessage(message, 'messageBefore', work.account);
      continue;
    }
    const rootId = root === null || root === 'named' ? root && message.threadId : (await spool.read(root)).id;
    const mayPin = message.pin === null || ++pins <= QUOTAS.pinsPerChannel.most;
    for (const line of messageLines(
      message,
      { id: sourceId(id), channelId, mayPin, rootId, ...ordered },
      work,
    ))
      yield line;
  }
}

/** The ids of messages. The same message has the same instant; another one with its id gets another. */
class KnownIds {
  #known = new Map<string, string>();
  #at = Number.NEGATIVE_INFINITY;

  constructor(private readonly seen: SeenIds) {}

  /** The id of a message; another one where a different message has it, and null for one that came before. */
  idFor({ id, author, body }: SpooledMessage, at: number): string | null {
    if (at > this.#at) {
      this.#known = new Map();
      this.#at = at;
    }
    const digest = hash('sha1', JSON.stringify([author.id, body]), 'base64');
    for (let n = 1; ; n++) {
      const own = n === 1 ? id : `${id}#${n}`;
      const before = this.#known.get(own);
      if (before === digest) return null;
      if (before !== undefined || !this.seen.add(own)) continue;
      this.#known.set(own, digest);
      return own;
    }
  }
}
