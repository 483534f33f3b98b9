import { LRUCache } from 'lru-cache';
import { atMost } from '../kernel/concurrency/at-most.js';
import type { Hint } from '../log/bus.js';
import type { ChannelTail, ChannelTails } from '../procedures/channel-tails.js';
import type { Resources } from '../procedures/services.js';
import { eventIn } from '../protocol/events.js';
import { readTail, TAIL_MAX } from './tail-statements.js';

/** As many positions are kept, of all channels together: 8 MB. */
const POSITIONS_MAX = 1_000_000;
/** A channel's tail is read once statements have counted this many of its messages. */
const DEBT_MAX = 256;
/** What it costs to begin to count, in messages. */
const BEGIN_COST = 8;
/** As many channels are known to have been counted. */
const DEBTORS_MAX = 10_000;
/** As many ids a tail keeps, which are read again where they are gone. */
const IDS_MAX = 64;
/** More events than these since somebody has asked: the tail is forgotten, so that it costs a busy channel nothing. */
const EVENTS_MAX = 32;

/** Events of a channel that came after its tail was read, by position. */
type Later = Map<number, string>;

interface KnownTail extends ChannelTail {
  readonly seqs: number[];
  readonly lastSeqs: Map<string, number>;
  /** The position of the channel's log that the tail contains. */
  seq: number;
  readonly later: Later;
}

/**
 * Keeps the tails of channels of which much is counted, and carries them on by the events that this node hears of. They
 * are no counters: each is a part of the log up to one position, it answers for that position alone, and an event that was
 * not heard leaves it behind, where it answers nothing. A deletion ends it.
 */
export class KnownChannelTails implements ChannelTails {
  readonly #services: Pick<Resources, 'db' | 'log'>;
  readonly #debtMax: number;
  readonly #tails = new LRUCache<string, KnownTail>({
    maxSize: POSITIONS_MAX,
    sizeCalculation: ({ seqs, lastSeqs }) => 1 + seqs.length + lastSeqs.size,
  });
  readonly #debts = new LRUCache<string, number>(atMost(DEBTORS_MAX));
  /** The channels whose tails are to be read, with the events that came since that was found. */
  readonly #waiting = new Map<string, Later>();
  readonly #leaveBus: () => void;
  #running: Promise<void> | null = null;
  #stopped = false;

  constructor(services: Pick<Resources, 'db' | 'log' | 'bus'>, debtMax = DEBT_MAX) {
    this.#services = services;
    this.#debtMax = debtMax;
    this.#leaveBus = services.bus.onHint((hint) => this.#onHint(hint));
  }

  find(channelId: string, seq: number): ChannelTail | null {
    const tail = this.#tails.get(channelId);
    if (!tail) return null;
    while (tail.seq < seq) {
      const frame = tail.later.get(tail.seq + 1);
      if (frame === undefined) return null;
      if (carryOn(tail, frame)) continue;
      this.#tails.delete(channelId);
      return null;
    }
    return tail.seq === seq ? tail : null;
  }

  missed(channelId: string, counted: number): void {
    const debt = (this.#debts.get(channelId) ?? 0) + counted + BEGIN_COST;
    this.#debts.set(channelId, debt);
    if (debt < this.#debtMax || this.#waiting.has(channelId) || this.#stopped) return;
    // One that is left behind.
    this.#tails.delete(channelId);
    this.#waiting.set(channelId, new Map());
    this.#run();
  }

  /** Resolves once no tail is to be read. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#leaveBus();
    await this.#running;
  }

  #run(): void {
    this.#running ??= this.#readAll().finally(() => {
      this.#running = null;
      if (this.#waiting.size > 0 && !this.#stopped) this.#run();
    });
  }

  /** One after the other, so that they keep no request waiting. */
  async #readAll(): Promise<void> {
    for (const [channelId, later] of this.#waiting) {
      if (this.#stopped) return;
      await this.#read(channelId, later);
      this.#waiting.delete(channelId);
    }
  }

  async #read(channelId: string, later: Later): Promise<void> {
    try {
      const read = await readTail(this.#services.db, channelId);
      if (!read) return;
      const { headSeq, seqs, lastSeqs } = read;
      for (const seq of later.keys()) if (seq <= headSeq) later.delete(seq);
      this.#tails.set(channelId, { seq: headSeq, seqs, lastSeqs, ids: new Map(), later });
      this.#debts.delete(channelId);
    } catch (err) {
      if (!this.#stopped) this.#services.log.warn({ err }, 'Could not read the newest messages of a channel');
    }
  }

  #onHint({ streamId, seq, frame }: Hint): void {
    const tail = this.#tails.peek(streamId);
    const later = tail?.later ?? this.#waiting.get(streamId);
    if (!later || (tail && seq <= tail.seq)) return;
    if (frame !== null && later.size < EVENTS_MAX) later.set(seq, frame);
    else this.#tails.delete(streamId);
  }
}

/** Takes in the next event. Returns false where the tail ends with it: which message was deleted is not known here. */
function carryOn(tail: KnownTail, frame: string): boolean {
  tail.seq += 1;
  tail.later.delete(tail.seq);
  if (frame.startsWith('{"type":"message.deleted"')) return false;
  if (!frame.startsWith('{"type":"message.created"')) return true;
  const { id, seq, userId, threadId, alsoInChannel } = eventIn<'message.created'>(frame).data;
  if (threadId !== null && !alsoInChannel) return true;
  tail.seqs.push(seq);
  tail.lastSeqs.set(userId, seq);
  learnId(tail, seq, id);
  if (tail.seqs.length > 2 * TAIL_MAX) tail.seqs.splice(0, tail.seqs.length - TAIL_MAX);
  return true;
}

/** Keeps the id of a message of a tail. */
export function learnId({ ids }: ChannelTail, seq: number, id: string): void {
  if (ids.size >= IDS_MAX) ids.clear();
  ids.set(seq, id);
}
