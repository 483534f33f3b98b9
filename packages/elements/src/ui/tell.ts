/** A line for the person that goes by itself. */
export interface Told {
  readonly id: number;
  readonly text: string;
  readonly isError: boolean;
  /** Where what it tells can be undone: called once it goes. */
  readonly onEnd?: (isUndone: boolean) => void;
}

/** The lines that an app tells its person, until they are shown. */
export class ToldLines {
  #waiting: readonly Told[] = [];
  #count = 0;
  readonly #listeners = new Set<() => void>();

  /** Shows a line for some seconds. Assistive technology reads it out. */
  readonly tell = (text: string, isError = false): void => this.#show({ text, isError });

  /** The same with a button that undoes what it tells. Resolves when it goes, with whether the button was pressed. */
  readonly offerUndo = (text: string): Promise<boolean> =>
    new Promise((onEnd) => this.#show({ text, isError: false, onEnd }));

  /** Whether anything is to be told and not shown yet. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Takes what is to be told. */
  take(): readonly Told[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }

  /** Calls with each line. Returns a function that ends it. */
  onTold(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #show(told: Omit<Told, 'id'>): void {
    this.#waiting = [...this.#waiting, { id: ++this.#count, ...told }];
    for (const listener of [...this.#listeners]) listener();
  }
}
