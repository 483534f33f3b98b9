import type { Resources } from '../procedures/services.js';
import type { TransientFrame } from '../protocol/frames.js';
import type { Receipt } from '../protocol/records/receipt.js';
import { toReceipts } from './receipt-reads.js';
import { type ReceiptRow, readReceipts } from './receipt-statement.js';

/** Subscribers of a channel are told at most once in this time. */
const EVERY_MS = 1_000;
/** What waits beyond this is not told: who opens the channel reads the list. */
const WAITING_MAX = 10_000;
/** Of how many channels the positions are read by one statement. */
const CHANNELS_AT_ONCE = 50;
/** The bus of Postgres takes messages of less than 8 kB, and the ids of 50 receivers are 2 kB. */
const RECEIPTS_A_FRAME = 20;

/**
 * Tells the members of channels that show receipts how far others have read. Many positions move in a second, so nothing is
 * written for one: those who moved are kept here, and one statement reads where they are now.
 */
export class ReceiptNotices {
  readonly #services: Pick<Resources, 'db' | 'bus' | 'log'>;
  /** By channel, who has moved since it was last told. */
  readonly #moved = new Map<string, Set<string>>();
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(services: Pick<Resources, 'db' | 'bus' | 'log'>) {
    this.#services = services;
  }

  /** Call it after the commit of a new position. */
  moved(channelId: string, userId: string): void {
    const people = this.#moved.get(channelId);
    if (people) people.add(userId);
    else if (this.#moved.size < WAITING_MAX) this.#moved.set(channelId, new Set([userId]));
    this.#schedule();
  }

  /** What waits is dropped. Resolves when the statement under way has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  #schedule(): void {
    if (this.#timer || this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#tell().finally(() => {
        this.#timer = null;
        if (this.#moved.size > 0) this.#schedule();
      });
    }, EVERY_MS).unref();
  }

  async #tell(): Promise<void> {
    const taken = new Map([...this.#moved].slice(0, CHANNELS_AT_ONCE));
    for (const channelId of taken.keys()) this.#moved.delete(channelId);
    try {
      const rows = await readReceipts(this.#services.db, [...taken.keys()]);
      for (const [channelId, people] of taken) {
        const members = rows.filter((row) => row.channelId === channelId);
        this.#notify(channelId, members, people);
      }
    } catch (err) {
      if (!this.#stopped) this.#services.log.warn({ err }, 'Could not read how far members have read');
    }
  }

  #notify(channelId: string, members: readonly ReceiptRow[], moved: ReadonlySet<string>): void {
    const onlyUserIds = members.map(({ userId }) => userId);
    const receipts = members.filter(({ userId }) => moved.has(userId)).flatMap(toReceipts);
    for (let from = 0; from < receipts.length; from += RECEIPTS_A_FRAME) {
      const frame = frameOf(channelId, receipts.slice(from, from + RECEIPTS_A_FRAME));
      this.#services.bus.notify({ streamId: channelId, frame, exceptUserId: null, onlyUserIds });
    }
  }
}

function frameOf(channelId: string, receipts: Receipt[]): string {
  const frame: TransientFrame = { type: 'receipts.updated', data: { channelId, receipts } };
  return JSON.stringify(frame);
}
