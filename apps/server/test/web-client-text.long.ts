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
