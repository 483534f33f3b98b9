/** Waits that all end together, when there is a reason to go on at once. */
export class Pauses {
  readonly #waiting = new Set<() => void>();

  /** Resolves after `ms` milliseconds, or when all waits are ended. */
  async wait(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const go = () => {
        clearTimeout(timer);
        this.#waiting.delete(go);
        resolve();
      };
      const timer = setTimeout(go, ms);
      this.#waiting.add(go);
    });
  }

  end(): void {
    for (const go of [...this.#waiting]) go();
  }
}
