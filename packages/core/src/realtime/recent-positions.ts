/** Remembers for a generation or two how far streams were heard to reach, also those that nobody follows. */
export class RecentPositions {
  #recent = new Map<string, number>();
  #older = new Map<string, number>();

  note(streamId: string, seq: number): void {
    if (seq > this.of(streamId)) this.#recent.set(streamId, seq);
  }

  /** The last place heard of; 0 when nothing was. */
  of(streamId: string): number {
    return this.#recent.get(streamId) ?? this.#older.get(streamId) ?? 0;
  }

  turn(): void {
    this.#older = this.#recent;
    this.#recent = new Map();
  }
}
