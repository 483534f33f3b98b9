/** From here on a finger that moves sideways swipes (CSS pixels). */
const BEGINS = 12;
/** So far it must have come when it is lifted. */
const FAR = 64;

/** Follows a finger that is drawn towards the end of the line. One that moves up or down scrolls, and is none. */
export class Swipe {
  readonly #direction: 1 | -1;
  readonly #from: { readonly x: number; readonly y: number };
  #state: 'open' | 'swiping' | 'over' = 'open';
  #offset = 0;

  /** `direction` is 1 where lines run to the right. */
  constructor(x: number, y: number, direction: 1 | -1) {
    this.#from = { x, y };
    this.#direction = direction;
  }

  /** How far what is swiped is drawn, in CSS pixels towards the end of the line. */
  move(x: number, y: number): number {
    if (this.#state === 'over') return 0;
    const along = (x - this.#from.x) * this.#direction;
    if (this.#state === 'open') {
      if (Math.abs(y - this.#from.y) > BEGINS || along < -BEGINS) this.#state = 'over';
      else if (along > BEGINS) this.#state = 'swiping';
    }
    this.#offset = this.#state === 'swiping' ? Math.min(Math.max(along - BEGINS, 0), FAR) : 0;
    return this.#offset;
  }

  /** Whether the finger, which is lifted, has swiped far enough. */
  get isDone(): boolean {
    return this.#state === 'swiping' && this.#offset >= FAR;
  }
}
