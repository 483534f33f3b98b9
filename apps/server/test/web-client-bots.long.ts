import { createdId } from '@palaver/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startReceiver, type TestReceiver } from '../src/outgoing/receiver.fixture.js';
import { CHROMIUM_PATH } from './docs/browser.js';
import { faultsOf, field, message, PHONE, Windows } from './web-client/windows.js';

const COMMANDS = [
  {
    name: 'deploy',
    description: 'Deploys a version',
    options: [{ name: 'where', description: 'Where to', type: 'string', required: true }],
  },
];
const COMPONENTS = [
  {
    components: [
      { type: 'button', id: 'yes', label: 'Deploy', style: 'primary' },
      { type: 'button', id: 'no', label: 'Stop', style: 'danger' },
      { type: 'link', label: 'What is new', url: 'https://example.com/changes' },
    ],
  },
  {
    components: [
      {
        type: 'select',
        id: 'speed',
        placeholder: 'How fast',
        choices: [
          { value: 'slow', label: 'Slowly' },
          { value: 'fast', label: 'At once' },
        ],
      },
    ],
  },
];

describe.skipIf(CHROMIUM_PATH === undefined)(
  'bots in the web client in Chromium (skipped where none is on the PATH)',
  () => {
    let windows: Windows;
    let receiver: TestReceiver;
    beforeAll(async () => {
      receiver = await startReceiver();
      receiver.behave(({ data }, res) => {
        const answers = {
          command: { content: `Deploy to **${data.options?.where}**?`, components: COMPONENTS },
          component: {
            content: `${data.componentId} ${data.values?.join()}: only you hear of it.`,
            ephemeral: true,
          },
        };
        res.writeHead(200).end(JSON.stringify(data.kind === 'command' ? answers.command : answers.component));
      });
      windows = await Windows.open();
    });
    afterAll(() => receiver.stop());

    test('one of two bots is called by a command, a button and a select', async () => {
      const { page, person } = await windows.openAs('olga');
      const serverId = await createdId(person, '/api/servers', { name: 'Acme' });
      const channelId = await createdId(person, `/api/servers/${serverId}/channels`, { name: 'releases' });
      for (const username of ['robot', 'other']) {
        const { body } = await person.post('/api/bots', { username });
        await person.post(`/api/servers/${serverId}/members`, { userId: body.data.bot.id });
        await person.put(`/api/bots/${body.data.bot.id}/commands`, { commands: COMMANDS });
      }
      await page.goto('/settings/bots');
      const robot = page.getByRole('listitem').filter({ hasText: '@robot' });
      await robot.getByRole('button', { name: 'Endpoint' }).click();
      await page.getByLabel('Address').fill(`${receiver.url}/robot/`);
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save' }).click();
      await page
        .getByRole('status', { name: 'The secret of robot' })
        .getByText(/^whsec_/)
        .waitFor();
      await page.keyboard.press('Escape');

      await page.goto(`/servers/${serverId}/channels/${channelId}`);
      const box = field(page, 'Message releases');
      await box.pressSequentially('/dep');
      const options = page.getByRole('option');
      await expect.poll(() => options.allTextContents()).toHaveLength(2);
      await box.fill('/deploy prod');
      await page.keyboard.press('Enter');
      await page
        .getByText(/Say which: .*\/deploy@robot/)
        .first()
        .waitFor();
      expect(await box.inputValue()).toBe('/deploy prod');
      await box.fill('');
      await box.pressSequentially('/deploy@r');
      await options.filter({ hasText: '/deploy@robot' }).waitFor();
      await page.keyboard.press('Enter');
      await box.pressSequentially('prod');
      await page.keyboard.press('Enter');
      const asked = message(page, 'Deploy to prod?');
      await asked.getByRole('button', { name: 'Deploy', exact: true }).click();
      await page.getByText('yes : only you hear of it.').waitFor();
      await expect.poll(() => asked.getByText('is at work').count()).toBe(0);
      await asked.getByLabel('How fast').selectOption('At once');
      await page.getByText('speed fast: only you hear of it.').waitFor();
      expect(await asked.getByRole('link', { name: 'What is new' }).getAttribute('href')).toBe(
        'https://example.com/changes',
      );
      expect(await faultsOf(page)).toEqual([]);

      const phone = await windows.openWindow(PHONE);
      await windows.signIn(phone, person);
      await phone.goto(`/servers/${serverId}/channels/${channelId}`);
      await message(phone, 'Deploy to prod?').getByRole('button', { name: 'Stop' }).click();
      await phone.getByText('no : only you hear of it.').waitFor();
      expect(await phone.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(await faultsOf(phone)).toEqual([]);
    });
  },
);
