import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { convertExport, SOURCES, writeArchive } from '@palaver/core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { PASSWORD } from '../src/testing/test-service.js';
import { CHROMIUM_PATH } from './docs/browser.js';
import { faultsOf, pictureFile, Windows } from './web-client/windows.js';

describe.skipIf(CHROMIUM_PATH === undefined)(
  'imports in Chromium (skipped where none is on the PATH)',
  () => {
    let windows: Windows;
    beforeAll(async () => {
      windows = await Windows.open();
    });

    test('an admin of the service checks an archive, imports it, and lets its people in', async () => {
      const { page, person } = await windows.openAs('ida');
      await windows.service.asOperator('PATCH', `/api/admin/users/${person.id}`, { admin: true });
      const folder = await mkdtemp(join(tmpdir(), 'palaver-import-'));
      onTestFinished(() => rm(folder, { recursive: true }));
      const [archive, broken] = [join(folder, 'acme.zip'), join(folder, 'broken.zip')];
      await writeConverted(join(folder, 'export.jsonl'), archive);
      await writeFile(broken, 'no zip');
      await page.goto('/admin/imports');
      const choose = (path: string) => page.getByLabel('Archive (.zip)').setInputFiles(path);
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

      await choose(broken);
      await press('Import');
      await page.getByRole('alert').getByText('The zip is damaged').waitFor();
      await page.getByText('It cannot be imported').first().waitFor();

      await choose(archive);
      await press('Check');
      await page.getByRole('status').getByText('Checked: it can be imported').waitFor();
      const row = page.getByRole('row', { name: /^post/ });
      expect(await row.getByRole('cell').allTextContents()).toEqual(['2', '1', '1', '0']);
      await page.getByText('People who write and become no members: 2').click();
      await page.getByText('guest-of-import').waitFor();
      await page.screenshot({ path: pictureFile('a checked archive'), fullPage: true });
      await page.reload();
      await page.getByRole('listitem').filter({ hasText: 'Checked' }).getByRole('button').first().click();
      await row.waitFor();

      await choose(archive);
      await press('Import');
      await page.getByRole('heading', { name: 'Let people in' }).waitFor();
      const download = page.waitForEvent('download');
      await press('Download a list of links');
      const csv = await readFile(await (await download).path(), 'utf8');
      await page.getByText('Links in the list: 2').waitFor();
      const link = /"member-of-import","","(http[^"]+)"/.exec(csv)?.[1] ?? '';
      const theirs = await windows.openWindow();
      await theirs.goto(link);
      await theirs.getByLabel('New password').fill(PASSWORD);
      await theirs.getByRole('button', { name: 'Set the password' }).click();
      await theirs.getByText('Your password is set').waitFor();
      const login = { username: 'member-of-import', password: PASSWORD };
      expect((await windows.service.client(null).post('/api/auth/login', login)).status).toBe(200);

      await choose(archive);
      await press('Import');
      await page.getByText('The server is here already.').waitFor();
      await page.getByRole('status').getByText('messages: 0').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.screenshot({ path: pictureFile('an import on a phone'), fullPage: true });
      const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect(await page.evaluate(overflow)).toBe(0);
    });
  },
);

/** Writes an archive of a small export of Mattermost. */
async function writeConverted(exported: string, archive: string): Promise<void> {
  const user = (username: string, roles = 'system_user') => ({
    type: 'user',
    user: { username, roles, teams: [{ name: 'import', roles: 'team_user', channels: [{ name: 'town' }] }] },
  });
  const post = (by: string, message: string) => ({
    type: 'post',
    post: { team: 'import', channel: 'town', user: by, message, create_at: 1_700_000_000_000 },
  });
  const lines = [
    { type: 'version', version: 1 },
    { type: 'team', team: { name: 'import', display_name: 'Import', type: 'O' } },
    { type: 'channel', channel: { team: 'import', name: 'town', display_name: 'Town', type: 'O' } },
    user('owner-of-import', 'system_admin system_user'),
    user('member-of-import'),
    user('guest-of-import', 'system_guest'),
    post('member-of-import', 'hello'),
    post('nobody-of-import', 'x'.repeat(50_000)),
  ];
  await writeFile(exported, lines.map((line) => JSON.stringify(line)).join('\n'));
  const reader = await SOURCES.mattermost(exported, null);
  const options = { serverName: null, installation: 'https://web.example.com', writtenBy: 'a test' };
  const conversion = await convertExport(reader, { ...options, now: new Date() });
  await writeArchive(conversion, createWriteStream(archive));
  await conversion.close();
}
