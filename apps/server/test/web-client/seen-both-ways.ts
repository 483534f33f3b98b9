import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { faultsOf, pictureFile } from './windows.js';

/** Keeps a picture of a page at the size of a desk, and one at that of a phone. */
export async function seenBothWays(page: Page, title: string): Promise<void> {
  await page.screenshot({ path: pictureFile(title) });
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await faultsOf(page)).toEqual([]);
  await page.screenshot({ path: pictureFile(`${title}, phone`) });
  await page.setViewportSize({ width: 1280, height: 800 });
}
