/** As many streams are taken in one transaction, so that one busy stream keeps no other waiting. */
const STREAMS_MAX = 20;
/** As many streams are kept in mind; a comparison finds the others. */
const WAITING_MAX = 10_000;
/**
 * A stream whose events are all taken, or were about thousands of people, has its next turn this many milliseconds after
 * this one began: the events of a busy channel are then taken together. So they cost the posts of a service little, and
 * everybody hears of it once a second.
 */
const REST_MS = 1_000;

interface Rest {
  readonly timer: NodeJS.Timeout;
  /** Whether there may be events that came meanwhile. */
  hasMore: boolean;
}

/** Streams that may have events for a consumer, in the order of their turns. */
export class WaitingStreams {
  /** Since when each waits, on the clock of `performance`. */
  readonly #since = new Map<string, number>();
  readonly #resting = new Map<string, Rest>();
  /** When the turns of streams began whose events are being taken, in one part or in several. */
  readonly #begunAt = new Map<string, number>();
  /** Streams of a batch that failed: each goes by itself, so that one of them keeps no other waiting. */
  readonly #suspects = new Set<string>();
  readonly #onRested: () => void;

  constructor(onRested: () => void) {
    this.#onRested = onRested;
  }

  get size(): number {
    return this.#since.size + [...this.#resting.values()].filter(({ hasMore }) => hasMore).length;
  }

  get areResting(): boolean {
    return this.#resting.size > 0;
  }

  /** Whether there is room for what a comparison finds. */
  get isFull(): boolean {
    return this.#since.size >= WAITING_MAX;
  }

  /** Whether as many wait as are taken together. */
  get areMany(): boolean {
    return this.#since.size >= STREAMS_MAX;
  }

  /** For how long the first one has waited, in seconds. */
  get seconds(): number {
    const [since = null] = this.#since.values();
    return since === null ? 0 : (performance.now() - since) / 1_000;
  }

  /** Returns false where there is no room: then a comparison has to find the stream. */
  add(streamId: string): boolean {
    const rest = this.#resting.get(streamId);
    if (rest) rest.hasMore = true;
    if (rest || this.#since.has(streamId)) return true;
    if (this.isFull) return false;
    this.#since.set(streamId, performance.now());
    return true;
  }

  /** Keeps a stream back for a moment. `hasMore`: whether it has events that are not taken. */
  rest(streamId: string, hasMore: boolean): void {
    const hasHeard = this.#since.delete(streamId);
    const now = performance.now();
    const restMs = Math.max(0, (this.#begunAt.get(streamId) ?? now) + REST_MS - now);
    const timer = setTimeout(() => this.wake(streamId), restMs).unref();
    this.#resting.set(streamId, { timer, hasMore: hasMore || hasHeard });
  }

  /** Ends all rests. */
  wakeAll(): void {
    for (const streamId of [...this.#resting.keys()]) this.wake(streamId);
  }

  /** Ends the rest of a stream, where it has one. */
  wake(streamId: string): void {
    const rest = this.#resting.get(streamId);
    if (!rest) return;
    clearTimeout(rest.timer);
    this.#resting.delete(streamId);
    if (!rest.hasMore) return;
    this.add(streamId);
    this.#onRested();
  }

  /** Takes out the streams whose turn it is. */
  take(): string[] {
    const streamIds: string[] = [];
    for (const streamId of this.#since.keys()) {
      const isSuspect = this.#suspects.has(streamId);
      if (!isSuspect || streamIds.length === 0) streamIds.push(streamId);
      if (isSuspect && streamIds.length === 1) break;
      if (streamIds.length === STREAMS_MAX) break;
    }
    const now = performance.now();
    for (const streamId of streamIds) {
      this.#since.delete(streamId);
      if (!this.#begunAt.has(streamId)) this.#begunAt.set(streamId, now);
    }
    return streamIds;
  }

  /** Their next events have been taken. The turns of those with more go on. */
  clear(streamIds: readonly string[], withMore: readonly string[]): void {
    for (const streamId of streamIds) {
      this.#suspects.delete(streamId);
      if (!withMore.includes(streamId)) this.#begunAt.delete(streamId);
    }
  }

  /** Their events cannot be taken together. One that fails alone waits for the next comparison. */
  suspect(streamIds: readonly string[]): void {
    for (const streamId of streamIds) {
      this.#suspects.add(streamId);
      if (streamIds.length > 1) this.add(streamId);
    }
  }

  close(): void {
    for (const { timer } of this.#resting.values()) clearTimeout(timer);
  }
}
