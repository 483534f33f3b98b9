import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type CDPSession, chromium } from 'playwright-core';

/** The Chromium on the PATH; undefined where there is none. */
export const CHROMIUM_PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) => ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(folder, name)))
  .find(isExecutable);

let launched: Promise<Browser> | undefined;

/**
 * The one Chromium of a worker, headless: its ten processes cost more than most pages. Each test has contexts of its own,
 * which share nothing. It ends with the worker.
 */
export function sharedBrowser(): Promise<Browser> {
  launched ??= chromium.launch({ executablePath: CHROMIUM_PATH ?? '', args: ['--no-sandbox'] });
  return launched;
}

/** A page in a context of its own, driven by code. */
export interface BrowserPage {
  /** Runs an async function's body in the page. Resolves with what it returns; rejects with its error. */
  run(body: string): Promise<unknown>;
  /** Calls a method of the DevTools protocol for the page. */
  devTools: CDPSession['send'];
  /** The addresses of all requests so far. */
  readonly requested: readonly string[];
  close(): Promise<void>;
}

export async function openPage(url: string): Promise<BrowserPage> {
  const browser = await sharedBrowser();
  const context = await browser.newContext();
  const page = await context.newPage();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(url);
  const session = await context.newCDPSession(page);
  return {
    requested,
    devTools: session.send.bind(session),
    run: (body) => page.evaluate(`(async () => { ${body} })()`),
    close: () => context.close(),
  };
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
