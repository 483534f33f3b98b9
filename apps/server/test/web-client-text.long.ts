import { beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM_PATH } from './docs/browser.js';
import { faultsOf, field, message, PHONE, Windows } from './web-client/windows.js';

/** What comes by a program comes as it is; a field would change lines and marks. */
const TEXTS = [
  '[JIRA-123]: https://jira.example/browse/JIRA-123',
  '#',
  '+ \n1.',
  '[]() handlers[type](event) [docs](a/b.md) [call](tel:123)',
  'See [https://bank.example](https://evil.example/login), not that',
  '**强调。**她说：见https://example.com/路径。然后',
  'Reversed \u2067\u202bhere\u202c\u2069 and on',
  '- [x] written\n- [ ] read\n  1. twice',
  '| left | centre | right |\n|:-|:-:|-:|\n| a | b | c |\n| longer | `code` | **1,000** |',
  '```ts\nconst greeting: string = `a \\`fence\\``;\n```',
  'Ship it :rocket: :wave::skin-tone-3: `:tada:` 12:30:45 ||the end||',
  '🎉',
  '# Heading\n## Smaller\n> quoted **text**\n>\n> - in a list',
];

describe.skipIf(CHROMIUM_PATH === undefined)(
  'texts in the web client in Chromium (skipped where none is on the PATH)',
  () => {
    let windows: Windows;
    beforeAll(async () => {
      windows = await Windows.open();
    });

    test('a text that parsers fail at takes nothing away', async () => {
      const { page } = await windows.withServer('alice');
      const box = field(page);
      await box.fill(`${'>'.repeat(3_999)}a`);
      await page.keyboard.press('Enter');
      await page.locator('article blockquote').first().waitFor();
      await box.fill('and the next');
      await page.keyboard.press('Enter');
      await message(page, 'and the next').waitFor();
      await page.reload();
      await message(page, 'and the next').waitFor();
      expect(await page.locator('article blockquote').count()).toBe(20);
    });

    test('an Enter of an input method sends nothing, and cells are a table that scrolls on a phone', async () => {
      const { page } = await windows.withServer('cleo', PHONE);
      const box = field(page);
      await box.fill('にほ');
      const session = await page.context().newCDPSession(page);
      const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
      for (const type of ['rawKeyDown', 'keyUp'] as const)
        await session.send('Input.dispatchKeyEvent', { type, ...key });
      expect(await box.inputValue()).toBe('にほ');
      expect(await page.getByRole('article').count()).toBe(0);
      await page.evaluate(PASTE_CELLS);
      expect(await box.inputValue()).toMatch(/^にほ\n\| Qualification \| .* \|\n\| (?:--- \| ){6}--- \|/);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      const table = page.getByRole('log').getByRole('table');
      await table.waitFor();
      expect(await page.evaluate(LINES_OF_WORD)).toBe(1);
      expect(await faultsOf(page)).toEqual([]);
    });

    test.each([
      ['desk', undefined],
      ['phone', PHONE],
    ] as const)('on a %s nothing is hidden, and all looks right', async (_, options) => {
      const { page } = await windows.withServer('bob', options);
      const box = field(page);
      for (const text of TEXTS) {
        await box.fill(text);
        await page.getByRole('button', { name: 'Send', exact: true }).click();
      }
      await message(page, 'Smaller').waitFor();
      const log = page.getByRole('log');
      // A message on its way is another row than the posted one, which shows nothing that was pressed before.
      await expect.poll(() => log.locator('article[aria-busy="true"]').count()).toBe(0);
      for (const typed of [
        '[JIRA-123]: https://jira',
        'handlers[type](event)',
        '[docs](a/b.md)',
        '[call](tel:123)',
        '(evil.example)',
      ])
        await log.getByText(typed).first().waitFor();
      expect(await log.getByRole('link', { name: 'https://example.com/路径' }).count()).toBe(1);
      expect(await log.getByRole('strong').filter({ hasText: '强调。' }).count()).toBe(1);
      await message(page, 'Ship it 🚀 👋🏼 :tada: 12:30:45').waitFor();
      expect(await log.getByRole('checkbox').count()).toBe(2);
      const hidden = log.getByRole('button', { name: 'Show what is hidden' });
      await hidden.click();
      await log.getByText('the end').waitFor();
      expect(await faultsOf(page)).toEqual([]);
    });
  },
);

/** Pastes what a spreadsheet puts on the clipboard: text, a table and a picture. */
const PASTE_CELLS = `(() => {
  const names = Array.from({ length: 7 }, (_, n) => (n === 0 ? 'Qualification' : 'Responsibility' + n));
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', [names, names].map((row) => row.join('\\t') + '\\r\\n').join(''));
  clipboardData.setData('text/html', '<table><tr><td>Qualification</td></tr></table>');
  clipboardData.items.add(new File(['x'], 'image.png', { type: 'image/png' }));
  const pasted = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  document.querySelector('form textarea').dispatchEvent(pasted);
})()`;

/** On how many lines the word of the first cell stands. */
const LINES_OF_WORD = `(() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector('[role=log] th'));
  return range.getClientRects().length;
})()`;
