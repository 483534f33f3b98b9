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

  /** Rests on something until it has opened something else: again where the list has moved under the finger. */
  async rest(on: Locator, opened: Locator): Promise<void> {
    for (let left = 3; left > 0; left -= 1) {
      await this.#touch('touchStart', await centreOf(on));
      const isOpen = await opened.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      );
      await this.#touch('touchEnd');
      if (isOpen) return;
    }
    await opened.waitFor({ timeout: 1_000 });
  }

  /** Draws something to the right. */
  async swipe(on: Locator): Promise<void> {
    const { x, y } = await centreOf(on);
    await this.#touch('touchStart', { x: x - 60, y });
    for (let dx = -40; dx <= 60; dx += 20) await this.#touch('touchMove', { x: x + dx, y });
    await this.#touch('touchEnd');
  }

  async #touch(type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) {
    await this.#session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
  }
}

async function centreOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('What a finger is to touch is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
