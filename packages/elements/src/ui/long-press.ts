const LONG_MS = 500;
/** A finger that moves further than this scrolls (CSS pixels). */
const STILL_MAX = 10;

/** Finds out whether a finger rests on something. There is one for the page, as one finger is looked at. */
export class LongPress {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #from = { x: 0, y: 0 };
  #isDone = false;

  begin(x: number, y: number, act: () => void): void {
    this.cancel();
    this.#isDone = false;
    this.#from = { x, y };
    this.#timer = setTimeout(() => {
      this.#isDone = true;
      act();
    }, LONG_MS);
  }

  move(x: number, y: number): void {
    if (Math.hypot(x - this.#from.x, y - this.#from.y) > STILL_MAX) this.cancel();
  }

  /** The finger is lifted. Returns whether it was a long press, which is then no click. */
  end(): boolean {
    this.cancel();
    return this.#isDone;
  }

  cancel(): void {
    clearTimeout(this.#timer);
  }
}
