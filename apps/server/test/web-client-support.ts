import AxeBuilder from '@axe-core/playwright';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { PASSWORD, startTestService, type TestService } from '../src/testing/test-service.js';
import { CHROMIUM_PATH } from './docs/browser.js';

export const DESKTOP: BrowserContextOptions = {
  viewport: { width: 1280, height: 800 },
  reducedMotion: 'reduce',
};
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
};

/** A service and a browser for the tests of a file. */
export class WebClient {
  #service: TestService | undefined;
  #browser: Browser | undefined;
  #names = 0;

  constructor(env: Readonly<Record<string, string>> = {}) {
    beforeAll(async () => {
      this.#service = await startTestService({ RATE_AUTH_BURST: '1000', RATE_BURST: '10000', ...env });
      this.#browser = await chromium.launch({ executablePath: CHROMIUM_PATH ?? '', args: ['--no-sandbox'] });
    }, 60_000);
    afterAll(async () => {
      await this.#browser?.close();
      await this.#service?.close();
    });
  }

  get service(): TestService {
    return this.#service ?? expect.unreachable('The service has started');
  }

  /** A window with nobody signed in. What its console says at last is an error of the test. */
  async openWindow(options: BrowserContextOptions = DESKTOP): Promise<Page> {
    const browser = this.#browser ?? expect.unreachable('The browser has started');
    const context = await browser.newContext({ ...options, baseURL: this.service.url, locale: 'en-GB' });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (line) => {
      // What the browser says of an answer or a connection that fails is no fault of the page.
      if (line.type() === 'error' && !/Failed to load resource|WebSocket/.test(line.text()))
        problems.push(line.text());
    });
    onTestFinished(async () => {
      await context.close();
      expect(problems).toEqual([]);
    });
    return page;
  }

  /** A window of a new person, without their way through the sign-up. */
  async openAs(name: string, options: BrowserContextOptions = DESKTOP) {
    const person = await this.service.person(`${name}_${++this.#names}`);
    const page = await this.openWindow(options);
    await this.signIn(page, person);
    return { page, person };
  }

  /** Gives a window the session of somebody. */
  async signIn(
    page: Page,
    { token, id }: { readonly token: string | null; readonly id: string },
  ): Promise<void> {
    await page.goto('/icon.svg');
    const session = JSON.stringify({ token, userId: id });
    await page.evaluate(`localStorage.setItem('palaver:session', ${JSON.stringify(session)})`);
  }
}

/** What axe finds on a page, one line each. */
export async function axeFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

export { PASSWORD };
