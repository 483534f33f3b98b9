import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** The Chromium on the PATH; null where there is none. */
export function findChromium(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable) ?? null;
}

/** A headless browser, and its version. */
export async function startChromium(
  program: string,
): Promise<{ browser: Browser; version: string; stop(): Promise<void> }> {
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();
  // The sandbox of Chromium does not start for root.
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] });
  return { browser, version, stop: () => browser.close() };
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
