import { bytesOf, type Delivery } from '../../log/delivery.js';
import type { Scheduler, Wakeable } from './scheduler.js';

/** A subscriber for which more than this waits is disconnected. It reads everything again from its cursors. */
export const UNSENT_BYTES_MAX = 1024 * 1024;

/** The deliveries that wait for one subscriber. */
export class SendBuffer implements Wakeable {
  readonly #scheduler: Scheduler;
  readonly #unsent: () => number;
  #queue: Delivery[] = [];
  #bytes = 0;
  #scheduled = false;
  #resume: (() => void) | null = null;

  /** `unsent` returns the bytes that the subscriber has taken and not sent yet. */
  constructor(scheduler: Scheduler, unsent: () => number = () => 0) {
    this.#scheduler = scheduler;
    this.#unsent = unsent;
  }

  /** Adds a delivery and schedules the subscriber. Returns false when more than `UNSENT_BYTES_MAX` waits. */
  push(delivery: Delivery): boolean {
    this.#queue.push(delivery);
    this.#bytes += delivery.bytes;
    if (this.#bytes + this.#unsent() > UNSENT_BYTES_MAX) return false;
    this.schedule();
    return true;
  }

  /** Has the scheduler wake the subscriber. */
  schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#scheduler.add(this);
  }

  takeAll(): readonly Delivery[] {
    const queue = this.#queue;
    this.#queue = [];
    this.#bytes = 0;
    return queue;
  }

  /** Takes what is `chosen`, and leaves the rest. */
  take(chosen: (delivery: Delivery) => boolean): readonly Delivery[] {
    const all = this.takeAll();
    this.#queue = all.filter((delivery) => !chosen(delivery));
    this.#bytes = bytesOf(this.#queue);
    return all.filter(chosen);
  }

  /** Resolves when the scheduler wakes the subscriber, when the buffer is closed, or after `ms` milliseconds. */
  async woken(ms: number | null = null): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#resume = resolve;
      if (ms !== null) timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
    this.#resume = null;
  }

  wake(): void {
    this.#scheduled = false;
    this.#resume?.();
  }

  /** Drops what waits. */
  close(): void {
    this.#queue = [];
    this.#resume?.();
  }
}
