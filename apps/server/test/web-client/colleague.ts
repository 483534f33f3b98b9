import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { Finger } from './finger.js';
import { field, message, pictureFile } from './windows.js';

/** Somebody at work, in a window of any size. */
export class Colleague {
  readonly page: Page;
  readonly name: string;
  readonly #size: string;
  readonly #isPhone: boolean;

  constructor({ page, username }: { readonly page: Page; readonly username: string }, size: string) {
    this.page = page;
    this.name = username;
    this.#size = size;
    this.#isPhone = size === 'phone';
  }

  /** Whether a panel stands beside the channel, and not over it. */
  get hasRoomBeside(): boolean {
    return (this.page.viewportSize()?.width ?? 0) > 1024;
  }

  /** Where the channels and conversations are; a phone shows them when asked. */
  async openLists(): Promise<void> {
    if (!this.#isPhone || (await this.page.getByRole('button', { name: 'Settings' }).isVisible())) return;
    await this.page.getByRole('button', { name: 'Open the list of channels' }).click();
  }

  async goTo(link: string | RegExp): Promise<void> {
    await this.openLists();
    await this.page
      .getByRole('link', typeof link === 'string' ? { name: link, exact: true } : { name: link })
      .first()
      .click();
  }

  /** Points at the field and writes by the keys. */
  async write(text: string, label = 'Message general'): Promise<void> {
    const box = field(this.page, label);
    await (this.#isPhone ? box.tap() : box.click());
    await box.and(this.page.locator(':focus')).waitFor();
    await this.page.keyboard.type(text);
    await this.page.keyboard.press('Enter');
    await this.#isSent(text);
  }

  /** Whether the keys go there; on a phone a keyboard comes when one asks for it alone. */
  async hasFocus(label = 'Message general'): Promise<void> {
    if (!this.#isPhone) await field(this.page, label).and(this.page.locator(':focus')).waitFor();
  }

  /** Until the service has it: what is on its way has no menu. */
  async #isSent(text: string): Promise<void> {
    await expect.poll(() => message(this.page, text).last().getAttribute('aria-busy')).toBeNull();
  }

  /** Opens the menu of a message, by the second button or a finger that rests, and chooses. */
  async choose(text: string, ...entries: readonly string[]): Promise<void> {
    await this.menuOf(message(this.page, text).first());
    for (const name of entries) await this.page.getByRole('menuitem', { name, exact: true }).click();
  }

  async menuOf(on: Locator): Promise<void> {
    const menu = this.page.getByRole('menu').first();
    // It is brought into sight, and stands still under the finger.
    await on.click({ trial: true });
    if (this.#isPhone) await (await Finger.on(this.page)).rest(on, menu);
    else await on.click({ button: 'right', position: { x: 8, y: 8 } });
    await menu.waitFor();
  }

  /** Leaves a panel or a dialog, and waits for the channel. */
  async close(panel: Locator): Promise<void> {
    await panel.getByRole('button', { name: 'Close' }).click();
    await panel.waitFor({ state: 'detached' });
  }

  async keepPicture(title: string): Promise<void> {
    await this.page.screenshot({ path: pictureFile(`day at a ${this.#size} ${title}`) });
  }

  /** Nothing of the page is wider than the window, and what is named is in sight. */
  async sees(...shown: readonly Locator[]): Promise<void> {
    expect(await this.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    const size = this.page.viewportSize();
    for (const each of shown) {
      await each.waitFor();
      await expect
        .poll(async () => {
          const box = await each.boundingBox();
          return box !== null && box.y >= 0 && box.y + box.height <= (size?.height ?? 0);
        })
        .toBe(true);
    }
  }
}
