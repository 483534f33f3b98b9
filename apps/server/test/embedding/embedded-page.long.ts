import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM_PATH } from '../docs/browser.js';
import { DESKTOP, faultsOf, field, message, PHONE, pictureFile, write } from '../web-client/windows.js';
import { Embedding, shiftOf } from './embedding.js';

describe.skipIf(CHROMIUM_PATH === undefined)(
  'a chat in a page of another origin (skipped where no Chromium is on the PATH)',
  () => {
    let embedding: Embedding;
    beforeAll(async () => {
      embedding = await Embedding.open();
    });
    afterAll(() => embedding?.close());

    test.each(['html', 'react', 'vue', 'svelte'])('of examples/embed/%s is whole', async (name) => {
      const { bob, channelId } = await embedding.pair();
      await bob.post(`/api/channels/${channelId}/messages`, { content: 'Where is **my order**?' });
      const { page, origins } = await embedding.visit(`/${name}/`);
      await message(page, 'my order').waitFor();
      expect(await page.locator('strong', { hasText: 'my order' }).count()).toBe(1);
      const shifted = await shiftOf(page);
      expect(shifted).toBeLessThan(0.01);

      await write(page, `It is on its way, says ${name}`);
      await message(page, 'It is on its way').waitFor();
      const list = async () => (await bob.get(`/api/channels/${channelId}/messages`)).body.data;
      await expect.poll(async () => (await list())[0].content).toBe(`It is on its way, says ${name}`);
      await bob.post(`/api/channels/${channelId}/messages`, { content: 'Thank you' });
      await message(page, 'Thank you').waitFor();
      await page.screenshot({ path: pictureFile(`embedded in ${name}`) });
      expect(await faultsOf(page)).toEqual([]);
      expect([...origins].sort()).toEqual([embedding.site.url, embedding.service.url].sort());
    });

    test('loads no more than docs/embedding.md says', async () => {
      expect(await embedding.sizeOf('palaver-elements.js')).toBeLessThan(124_500);
      expect(await embedding.sizeOf('components/components.js')).toBeLessThan(104_500);
      expect(await embedding.sizeOf('components/style.css')).toBeLessThan(9_500);
    });

    test('works as the web client does: thread, emoji, menu, profile, file', async () => {
      const { bob, channelId } = await embedding.pair();
      await bob.post(`/api/channels/${channelId}/messages`, { content: 'Hello' });
      const { page } = await embedding.visit('/html/', { ...DESKTOP, colorScheme: 'dark' });
      const hello = page
        .getByRole('log', { name: 'general' })
        .getByRole('article')
        .filter({ hasText: 'Hello' });
      await hello.hover();
      await hello.getByRole('button', { name: 'Reply in thread' }).click();
      await write(page, 'In the thread', 'Reply in thread');
      await hello.getByRole('button', { name: '1 reply' }).waitFor();
      expect(await faultsOf(page)).toEqual([]);

      await hello.hover();
      await hello.getByRole('button', { name: 'React', exact: true }).click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.type('rocket');
      await page
        .getByRole('gridcell', { name: /rocket/i })
        .first()
        .click();
      await hello.getByRole('button', { name: /🚀/ }).waitFor();

      await hello.getByRole('button', { name: /^bob_/ }).first().click();
      const card = page.getByRole('dialog');
      await card.getByText('Here since').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.screenshot({ path: pictureFile('embedded in the dark') });
      await card.getByRole('button', { name: 'Message', exact: true }).click();
      await page.getByRole('textbox', { name: /^Message bob_/ }).waitFor();

      await page.getByRole('link', { name: /general/ }).click();
      const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Buy milk') };
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Attach files' }).first().click(),
      ]);
      await chooser.setFiles(file);
      await page.getByText('Uploaded').waitFor();
      await field(page).press('Enter');
      await page.getByRole('button', { name: /View notes.txt/ }).click();
      await page.getByRole('dialog').getByText('Buy milk').waitFor();
    });

    test('fits a phone, where the list of channels and a thread lie over the messages', async () => {
      const { ada, channelId } = await embedding.pair();
      const { id } = (await ada.post(`/api/channels/${channelId}/messages`, { content: 'Begun' })).body.data;
      await ada.post(`/api/messages/${id}/thread`, { content: 'Answered' });
      const { page } = await embedding.visit('/html/', PHONE);
      await message(page, 'Begun').waitFor();
      const isInView = 'document.documentElement.scrollWidth <= innerWidth';
      expect(await page.evaluate(isInView)).toBe(true);
      await page.getByRole('button', { name: 'Open the list of channels' }).tap();
      await page.getByRole('link', { name: 'general' }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('link', { name: 'general' }).tap();
      await page.getByRole('link', { name: 'general' }).waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: '1 reply' }).tap();
      await message(page, 'Answered').waitFor();
      expect(await page.evaluate(isInView)).toBe(true);
      expect(await faultsOf(page)).toEqual([]);
    });

    test('in parts shows one place in all of them, in the language, colours and parts of the page', async () => {
      const { ada, channelId } = await embedding.pair();
      const { id } = (await ada.post(`/api/channels/${channelId}/messages`, { content: 'Begun' })).body.data;
      await ada.post(`/api/messages/${id}/thread`, { content: 'Answered' });
      const { page } = await embedding.visit('/parts.html');
      await message(page, 'Begun').waitFor();
      await page.getByRole('textbox', { name: 'Nachricht an general' }).fill('Guten Tag');
      const send = page.getByRole('button', { name: 'Senden', exact: true });
      const colourOf =
        'getComputedStyle(document.querySelector("palaver-composer").shadowRoot.querySelector("[type=submit]")).backgroundColor';
      await expect.poll(() => page.evaluate(colourOf)).toBe('rgb(200, 0, 100)');
      await send.click();
      await message(page, 'Guten Tag').waitFor();
      await page.getByRole('button', { name: '1 Antwort' }).click();
      await message(page, 'Answered').waitFor();
      expect(await faultsOf(page)).toEqual([]);
    });

    test('tells the page what happens, and the page may go elsewhere itself', async () => {
      const { bob, channelId } = await embedding.pair();
      await bob.post(`/api/channels/${channelId}/messages`, { content: 'Hello' });
      const { page } = await embedding.visit('/html/');
      await message(page, 'Hello').waitFor();
      await page.evaluate(`globalThis.told = [];
        addEventListener('palaver-show', (event) => {
          told.push(event.detail);
          event.preventDefault();
        });`);
      await message(page, 'Hello').hover();
      await page.getByRole('button', { name: 'Reply in thread' }).click();
      await expect.poll(() => page.evaluate('told.length')).toBe(1);
      expect(await page.evaluate('told[0].channelId')).toBe(channelId);
      expect(await page.getByRole('textbox', { name: 'Reply in thread' }).count()).toBe(0);
    });
  },
);
