import type { SocketClient } from '../websocket/socket-client.js';
import { Stopwatch, type Timed } from './day-times.js';

/** What the people of one process have done and heard on a day. */
export class DayRecord {
  readonly times = new Stopwatch();
  /** By person, when they last said that they type. */
  readonly #typedAt = new Map<string, number>();
  /** By message and person. */
  readonly #reactedAt = new Map<string, number>();
  #socketBytes = 0;

  async timed<Result>(what: Timed, work: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    const result = await work();
    this.times.add(what, performance.now() - startedAt);
    return result;
  }

  delivered(sinceMs: number): void {
    this.times.add('message delivered', sinceMs);
  }

  typed(userId: string): void {
    this.#typedAt.set(userId, performance.now());
  }

  typingDelivered(userId: string): void {
    this.#since('typing delivered', this.#typedAt.get(userId));
  }

  reacts(messageId: string, userId: string): void {
    this.#reactedAt.set(`${messageId} ${userId}`, performance.now());
  }

  /** `isLive` says whether a frame that was sent this many milliseconds ago came live, and not by a replay. */
  reactionDelivered(
    messageId: string,
    userId: string,
    isLive: (sinceMs: number) => boolean = () => true,
  ): void {
    const at = this.#reactedAt.get(`${messageId} ${userId}`);
    if (at !== undefined && isLive(performance.now() - at)) this.#since('reaction delivered', at);
  }

  socketClosed({ bytes }: SocketClient): void {
    this.#socketBytes += bytes();
  }

  get socketBytes(): number {
    return this.#socketBytes;
  }

  #since(what: Timed, at: number | undefined): void {
    if (at !== undefined) this.times.add(what, performance.now() - at);
  }
}
