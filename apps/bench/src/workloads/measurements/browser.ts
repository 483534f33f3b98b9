import type { Browser, Page } from 'playwright-core';
import type { Sample } from '../../harness/cell.js';
import { recordTimes, sendTyped, waitForPage } from '../../load/browser/page-times.js';
import { percentile } from '../../measure/stats.js';
import type { Palaver } from '../../targets/palaver/palaver.js';
import { OWNER, PASSWORD } from '../../targets/palaver/set-up-server.js';

const VIEWPORT = { width: 1280, height: 800 };
/** How long the main thread must be free before a page counts as interactive. */
const QUIET_MS = 1_000;
const MESSAGES = 50;

/** Opens a channel in a new profile, and signs in on the way. The page ends with its context. */
export async function openChannel(browser: Browser, { url, fixture }: Palaver): Promise<Page> {
  const context = await browser.newContext({ viewport: VIEWPORT, baseURL: url, locale: 'en-GB' });
  const page = await context.newPage();
  await recordTimes(page);
  await page.goto(`/servers/${fixture.serverId}/channels/${fixture.channelIds[0] ?? ''}`);
  await page.getByLabel('Username').fill(OWNER);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('article').first().waitFor();
  return page;
}

/** Bytes of JavaScript, as transferred, from an empty cache until a channel shows. */
export async function measureFirstLoad(browser: Browser, palaver: Palaver): Promise<Sample> {
  const page = await openChannel(browser, palaver);
  const bytes = await page.evaluate(() => {
    const { shownAt } = window.benchPage;
    return performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd <= (shownAt ?? Infinity))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  });
  await page.context().close();
  return { scriptKb: bytes / 1_000 };
}

/** Reloads an open channel on a CPU that is slowed `slowdown` times. */
export async function measureReload(page: Page, slowdown: number): Promise<Sample> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.reload({ waitUntil: 'commit' });
  const { shownAt, usableAt, lastLongTaskEnd } = await waitForPage(page, QUIET_MS * slowdown);
  await devTools.detach();
  return { shownMs: shownAt, usableMs: usableAt, interactiveMs: Math.max(usableAt, lastLongTaskEnd) };
}

/** Types messages and sends each with Enter, one after the other. */
export async function measureSends(page: Page): Promise<Sample> {
  const echoes: number[] = [];
  const sent: number[] = [];
  for (let n = 0; n < MESSAGES; n += 1) {
    const text = `Typed ${Date.now()} ${n}`;
    await page.getByRole('textbox', { name: /^Message / }).pressSequentially(text);
    const times = await sendTyped(page, text);
    echoes.push(times.echoMs);
    sent.push(times.sentMs);
  }
  return { echoMs: percentile(echoes, 0.5), sentMs: percentile(sent, 0.5), p99Ms: percentile(echoes, 0.99) };
}
