import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '../../src/testing/test-service.js';
import { CHROMIUM_PATH } from '../docs/browser.js';
import { faultsOf, message } from '../web-client/windows.js';
import { Embedding } from './embedding.js';

const chat = 'document.querySelector("palaver-chat")';

describe.skipIf(CHROMIUM_PATH === undefined)(
  'the token of a page with a chat (skipped where no Chromium is on the PATH)',
  () => {
    let embedding: Embedding;
    beforeAll(async () => {
      embedding = await Embedding.open();
    });
    afterAll(() => embedding?.close());

    test('that is wrong is told, and the next one is taken', async () => {
      const { ada, channelId } = await embedding.pair();
      await ada.post(`/api/channels/${channelId}/messages`, { content: 'Hello' });
      embedding.site.signIn('palaver_wrong');
      const { page } = await embedding.visit('/html/');
      await page.getByText('You are not signed in.').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.evaluate(`${chat}.token = ${JSON.stringify(ada.token)}`);
      await message(page, 'Hello').waitFor();
    });

    test('that is over is asked for again, and the chat goes on with what was typed', async () => {
      const { ada, bob, channelId } = await embedding.pair();
      const { page } = await embedding.visit('/html/');
      const field = page.getByRole('textbox', { name: 'Message general' });
      await field.fill('What I write');
      const { username } = (await ada.get('/api/users/me')).body.data;
      const next = (await ada.post('/api/auth/login', { username, password: PASSWORD })).body.data;
      embedding.site.signIn(next.token);
      await ada.post('/api/auth/logout');
      await bob.post(`/api/channels/${channelId}/messages`, { content: 'Still there?' });
      await message(page, 'Still there?').waitFor();
      expect(await field.inputValue()).toBe('What I write');
      await field.press('Enter');
      await message(page, 'What I write').waitFor();
      await expect
        .poll(async () => (await bob.get(`/api/channels/${channelId}/messages`)).body.data.length)
        .toBe(2);
    });

    test('is over for good: the page is told, and what was shown stays', async () => {
      const { ada, channelId } = await embedding.pair();
      await ada.post(`/api/channels/${channelId}/messages`, { content: 'Hello' });
      const { page } = await embedding.visit('/html/');
      await message(page, 'Hello').waitFor();
      await page.evaluate("addEventListener('palaver-signed-out', () => { globalThis.isOut = true; })");
      await ada.post('/api/auth/logout');
      await expect.poll(() => page.evaluate('globalThis.isOut')).toBe(true);
      await page.getByText('You are not signed in.').waitFor();
      expect(await message(page, 'Hello').count()).toBe(1);
    });

    test('of another person shows what they may see, and nothing of the person before', async () => {
      const first = await embedding.pair();
      await first.ada.post(`/api/channels/${first.channelId}/messages`, { content: 'Of the first' });
      const { page } = await embedding.visit('/html/');
      await message(page, 'Of the first').waitFor();
      const second = await embedding.pair();
      await second.ada.post(`/api/channels/${second.channelId}/messages`, { content: 'Of the second' });
      await page.evaluate(`${chat}.token = ${JSON.stringify(second.ada.token)}`);
      await message(page, 'Of the second').waitFor();
      expect(await message(page, 'Of the first').count()).toBe(0);
    });
  },
);
