import type { Item } from './message.js';
import { writeMessage } from './message.js';
import { divide, packItem } from './packing.js';

/** Items that wait for the end of the turn of the event loop. */
const WAITING_MAX = 10_000;
/** Messages that were sent and not handed over yet, as while the network stands still. */
const UNDER_WAY_MAX = 1_000;

export interface SenderOptions {
  readonly nodeId: string;
  /** Of a message. */
  readonly maxBytes: number;
  readonly send: (message: string) => Promise<void>;
}

/**
 * Sends items in numbered messages: those of one turn of the event loop together. What cannot be sent is dropped, and its
 * number with it, so that the receivers see that something is missing.
 */
export class Sender {
  sent = 0;
  dropped = 0;
  readonly #options: SenderOptions;
  readonly #underWay = new Set<Promise<void>>();
  #waiting: string[] = [];
  #number = 0;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** Sends an item at the end of this turn. */
  add(item: Item): void {
    const text = this.#waiting.length < WAITING_MAX ? packItem(item, this.#options.maxBytes) : null;
    if (text === null) this.#drop();
    else if (this.#waiting.push(text) === 1) setImmediate(() => this.#flush());
  }

  /** Sends a message without items. */
  beat(): void {
    this.#send([]);
  }

  /** Sends what waits, and resolves when nothing is under way. */
  async finish(): Promise<void> {
    this.#flush();
    await Promise.all(this.#underWay);
  }

  #flush(): void {
    const items = this.#waiting;
    this.#waiting = [];
    for (const part of divide(items, this.#options.maxBytes)) this.#send(part);
  }

  #send(items: readonly string[]): void {
    if (this.#underWay.size >= UNDER_WAY_MAX) {
      this.#drop();
      return;
    }
    const { nodeId, send } = this.#options;
    const sending: Promise<void> = send(writeMessage(nodeId, ++this.#number, items))
      .then(
        () => void this.sent++,
        () => void this.dropped++,
      )
      .finally(() => this.#underWay.delete(sending));
    this.#underWay.add(sending);
  }

  #drop(): void {
    this.#number++;
    this.dropped++;
  }
}
