/** Remembers, for one to two generations, the last `seq` that hints named, also of streams that have no relay. */
export class RecentPositions {
  #recent = new Map<string, number>();
  #older = new Map<string, number>();

  note(streamId: string, seq: number): void {
    if (seq > this.of(streamId)) this.#recent.set(streamId, seq);
  }

  /** The last `seq` noted; 0 when there is none. */
  of(streamId: string): number {
    return this.#recent.get(streamId) ?? this.#older.get(streamId) ?? 0;
  }

  startGeneration(): void {
    this.#older = this.#recent;
    this.#recent = new Map();
  }
}
