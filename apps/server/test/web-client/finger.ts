import type { CDPSession, Locator, Page } from 'playwright-core';

/** A finger on a touch screen, which a page can tell from a mouse. */
export class Finger {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async on(page: Page): Promise<Finger> {
    return new Finger(await page.context().newCDPSession(page));
  }

  /** Rests on something until it has opened something else. */
  async rest(on: Locator, opened: Locator): Promise<void> {
    await this.#touch('touchStart', await centreOf(on));
    await opened.waitFor();
    await this.#touch('touchEnd');
  }

  /** Draws something to the right. */
  async swipe(on: Locator): Promise<void> {
    const { x, y } = await centreOf(on);
    await this.#touch('touchStart', { x: x - 60, y });
    for (let dx = -40; dx <= 60; dx += 20) await this.#touch('touchMove', { x: x + dx, y });
    // It stops before it is lifted: after a fling the browser takes the next tap for what stops it.
    for (let back = 1; back <= 6; back += 1) await this.#touch('touchMove', { x: x + 60 - back / 2, y });
    await this.#touch('touchEnd');
  }

  async #touch(type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) {
    await this.#session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
  }
}

async function centreOf(element: Locator): Promise<{ x: number; y: number }> {
  await element.waitFor();
  const box = await element.boundingBox();
  // The row of a message that was just written is replaced when it is acknowledged.
  if (box === null) return centreOf(element);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
