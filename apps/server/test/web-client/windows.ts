import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { type SharedService, sharedService } from '../../src/testing/shared-service.js';
import { PASSWORD } from '../../src/testing/test-service.js';
import { sharedBrowser } from '../docs/browser.js';

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
/** For tests that answer in place of the service: what a service worker asks for does not come to them. */
export const WITHOUT_WORKER: BrowserContextOptions = { ...DESKTOP, serviceWorkers: 'block' };

export interface ServerOfPerson {
  readonly page: Page;
  readonly username: string;
  /** The path of an invite to the server. */
  readonly invite: string;
}

/** Tests click faster than people do, and their receivers of webhooks are on this machine. */
export const ENVIRONMENT = {
  RATE_AUTH_BURST: '1000',
  RATE_BURST: '10000',
  WEBHOOK_PRIVATE_NETWORKS: '127.0.0.0/8',
};

let names = 0;

/** Where a run keeps a picture of each window as it was at the end of its test, for a person to look at. */
const PICTURES = fileURLToPath(new URL('../../../../data/screenshots/', import.meta.url));

/** A service, and windows on its web client. */
export class Windows<Service extends { readonly url: string } = SharedService> {
  readonly service: Service;
  #windows = 0;

  constructor(service: Service) {
    this.service = service;
  }

  /** On the service that the files of the worker share. */
  static async open(): Promise<Windows> {
    return new Windows(await sharedService(ENVIRONMENT));
  }

  /** A window with nobody signed in. What its console says at last is an error of the test. */
  async openWindow(options: BrowserContextOptions = DESKTOP): Promise<Page> {
    const { url } = this.service;
    const browser = await sharedBrowser();
    const context = await browser.newContext({ ...options, baseURL: url, locale: 'en-GB' });
    // Less than the limit of a test, so that a failure says what was waited for.
    context.setDefaultTimeout(240_000);
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (line) => {
      // What the browser says of an answer or a connection that fails is no fault of the page.
      if (line.type() === 'error' && !/Failed to load resource|WebSocket/.test(line.text()))
        problems.push(line.text());
    });
    const window = ++this.#windows;
    onTestFinished(async ({ task }) => {
      await page.screenshot({ path: pictureFile(`${task.name} ${window}`) });
      await context.close();
      expect(problems).toEqual([]);
    });
    return page;
  }

  /** A window of a new person, without their way through the sign-up. */
  async openAs(this: Windows, name: string, options: BrowserContextOptions = DESKTOP) {
    const person = await this.service.person(`${name}_${++names}`);
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

  /** Makes an account in a window. Returns its name. */
  async register(page: Page, name: string, path = '/register'): Promise<string> {
    const username = `${name}_${++names}`;
    await page.goto(path);
    if (path !== '/register') await page.getByRole('link', { name: 'Create account' }).click();
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    return username;
  }

  /** A person with a server in one window, and the link of an invite to it. */
  async withServer(name: string, options?: BrowserContextOptions): Promise<ServerOfPerson> {
    const page = await this.openWindow(options);
    const username = await this.register(page, name);
    await page.getByRole('main').getByRole('button', { name: 'Create a server' }).click();
    await page.getByLabel('Name of the server').fill('Acme');
    await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByLabel('Message general').waitFor();
    // On a phone as well nothing lies over the new channel.
    await page.getByRole('main').getByRole('button', { name: 'Invite people to the server' }).click();
    const link = page.getByLabel('Everybody with this link can join the server.');
    await expect.poll(() => link.inputValue()).toContain('/invites/');
    const invite = new URL(await link.inputValue()).pathname;
    await page.keyboard.press('Escape');
    return { page, username, invite };
  }

  /** Somebody else who has accepted an invite, in a window of their own. */
  async guest(name: string, invite: string, options?: BrowserContextOptions) {
    const page = await this.openWindow(options);
    const username = await this.register(page, name, invite);
    await page.getByRole('textbox', { name: 'Message general' }).waitFor();
    return { page, username };
  }
}

/** Where a picture with this title is kept. */
export function pictureFile(title: string): string {
  return join(PICTURES, `${title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(-80)}.png`);
}

/** The field in which one writes to a channel. */
export const field = (page: Page, label = 'Message general'): Locator =>
  page.getByRole('textbox', { name: label });

export async function write(page: Page, text: string, label?: string): Promise<void> {
  await field(page, label).fill(text);
  await page.keyboard.press('Enter');
}

export const message = (page: Page, text: string): Locator =>
  page.getByRole('article').filter({ hasText: text });

/** What axe finds against WCAG 2.2, levels A and AA, and the fields that a phone would zoom in to. */
export async function faultsOf(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']);
  const { violations } = await axe.analyze();
  const small = await page.evaluate<string[]>(SMALL_FIELDS);
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  return [...faults, ...small.map((html) => `letters below 16 px: ${html}`)];
}

const SMALL_FIELDS = `matchMedia('(pointer: coarse)').matches
  ? [...document.querySelectorAll('input, textarea, select')]
      .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => field.outerHTML)
  : []`;
