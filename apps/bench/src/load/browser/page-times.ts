import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** What a page has recorded of itself, in milliseconds since the beginning of its load. */
export interface PageTimes {
  /** When the first message was in the document, if only in a picture of it; null before. */
  readonly shownAt: number | null;
  /** When the first message was there that can be used; null before. */
  readonly usableAt: number | null;
  /** When the last task of 50 ms or more ended; 0 for none. */
  readonly lastLongTaskEnd: number;
}

/** How long a message took from the press of the key; null before. */
export interface MessageTimes {
  readonly echoMs: number | null;
  readonly sentMs: number | null;
}

declare global {
  interface Window {
    benchPage: { shownAt: number | null; usableAt: number | null; lastLongTaskEnd: number };
    benchMessage: { text: string; pressedAt: number | null; echoMs: number | null; sentMs: number | null };
  }
}

/**
 * Lets each document of the page record its times by itself: what a program asks over the DevTools protocol would be
 * late by the way there and back.
 */
export async function recordTimes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.benchPage = { shownAt: null, usableAt: null, lastLongTaskEnd: 0 };
    window.benchMessage = { text: '', pressedAt: null, echoMs: null, sentMs: null };
    new PerformanceObserver((tasks) => {
      for (const { startTime, duration } of tasks.getEntries())
        window.benchPage.lastLongTaskEnd = startTime + duration;
    }).observe({ type: 'longtask', buffered: true });
    const noteMessage = () => {
      const message = window.benchMessage;
      if (message.pressedAt === null || message.sentMs !== null) return;
      const rows = [...document.querySelectorAll('article')];
      const row = rows.reverse().find(({ textContent }) => textContent?.includes(message.text));
      if (row === undefined) return;
      const tookMs = performance.now() - message.pressedAt;
      message.echoMs ??= tookMs;
      if (!row.hasAttribute('aria-busy')) message.sentMs = tookMs;
    };
    new MutationObserver(() => {
      const times = window.benchPage;
      if (document.querySelector('article') !== null) times.shownAt ??= performance.now();
      if (document.querySelector('#root article') !== null) times.usableAt ??= performance.now();
      noteMessage();
    }).observe(document, { subtree: true, childList: true, attributes: true });
    addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Enter') window.benchMessage.pressedAt ??= event.timeStamp;
      },
      true,
    );
  });
}

/**
 * Waits until messages are shown and the main thread has been free of long tasks for `quietMs`. So long nothing looks at the
 * page: that would take time of its own.
 */
export async function waitForPage(
  page: Page,
  quietMs: number,
): Promise<{ shownAt: number; usableAt: number; lastLongTaskEnd: number }> {
  await setTimeout(quietMs);
  const handle = await page.waitForFunction((quiet) => {
    const { shownAt, usableAt, lastLongTaskEnd } = window.benchPage;
    if (shownAt === null || usableAt === null) return null;
    return performance.now() - Math.max(usableAt, lastLongTaskEnd) > quiet
      ? { shownAt, usableAt, lastLongTaskEnd }
      : null;
  }, quietMs);
  const times = await handle.jsonValue();
  if (times === null) throw new Error('The page shows no message.');
  return times;
}

/** Sends what has been typed with Enter, and waits until it is shown as sent. */
export async function sendTyped(page: Page, text: string): Promise<{ echoMs: number; sentMs: number }> {
  await page.evaluate((expected) => {
    window.benchMessage = { text: expected, pressedAt: null, echoMs: null, sentMs: null };
  }, text);
  await page.keyboard.press('Enter');
  const handle = await page.waitForFunction(() => {
    const { echoMs, sentMs } = window.benchMessage;
    return echoMs === null || sentMs === null ? null : { echoMs, sentMs };
  });
  const times = await handle.jsonValue();
  if (times === null) throw new Error('The message is not shown.');
  return times;
}
