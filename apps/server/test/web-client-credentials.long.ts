import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodedMail } from '../src/outgoing/smtp-server.fixture.js';
import { type MailingService, SITE, startMailingService } from '../src/testing/mailing-service.js';
import { PASSWORD } from '../src/testing/test-service.js';
import { CHROMIUM_PATH } from './docs/browser.js';
import { faultsOf, message, PHONE, pictureFile, Windows } from './web-client/windows.js';

/** Everything that the browser keeps for the service, as one text. A script of the page. */
const KEPT = `(async () => {
  const ended = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
  for (const { name } of await indexedDB.databases()) {
    const database = await ended(indexedDB.open(name));
    for (const table of database.objectStoreNames)
      texts.push(JSON.stringify(await ended(database.transaction(table).objectStore(table).getAll())));
    database.close();
  }
  return texts.join('\\n');
})()`;

// A service of its own: only here does one send mail to a test that has a browser.
describe.skipIf(CHROMIUM_PATH === undefined)(
  'the ways into an account in Chromium (skipped where none is on the PATH)',
  () => {
    let mailing: MailingService;
    let windows: Windows<MailingService['service']>;
    beforeAll(async () => {
      mailing = await startMailingService();
      windows = new Windows(mailing.service);
    });
    afterAll(() => mailing.close());

    /** The path of the link of the last mail to an address with this subject. */
    async function linkTo(address: string, subject: string): Promise<string> {
      const mails = () =>
        mailing.smtp.received.filter(
          ({ to, raw }) => to.includes(address) && raw.includes(`Subject: ${subject}`),
        );
      await expect.poll(() => mails().length).toBeGreaterThan(0);
      const text = decodedMail(mails().at(-1)?.raw ?? '');
      return new RegExp(`${SITE}(/api/mail/\\S+)`).exec(text)?.[1] ?? expect.unreachable(text);
    }

    test('an address counts once its link was opened in a session, and the history shows it', async () => {
      const ada = await mailing.service.person('ada');
      await ada.patch('/api/users/me', { email: 'ada@example.org' });
      const link = await linkTo('ada@example.org', 'Confirm your e-mail address');
      const stranger = await windows.openWindow(PHONE);
      await stranger.goto(link);
      await stranger.getByRole('heading', { name: 'Confirm your e-mail address' }).waitFor();
      await stranger.getByRole('link', { name: 'Forgotten your password?' }).waitFor();
      expect(await faultsOf(stranger)).toEqual([]);
      expect((await ada.get('/api/users/me')).body.data.email).toBeNull();
      await stranger.getByRole('link', { name: 'Sign in' }).click();
      await stranger.getByLabel('Username').fill('ada');
      await stranger.getByLabel('Password').fill('correct horse battery staple');
      await stranger.getByRole('button', { name: 'Sign in', exact: true }).click();
      await stranger.getByRole('button', { name: 'Confirm the address' }).click();
      await stranger.getByText('Your address is confirmed.').waitFor();
      expect((await ada.get('/api/users/me')).body.data.email).toBe('ada@example.org');
      await ada.post('/api/bots', { username: 'helper' });
      const page = await windows.openWindow();
      await windows.signIn(page, ada);
      await page.goto('/settings/security');
      await page.getByText('E-mail address changed').waitFor();
      await page.getByText('Tokens of bots: 1').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.screenshot({ path: pictureFile('history of an account'), fullPage: true });
      await page.getByRole('button', { name: 'End all other access' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'End all other access' }).click();
      await page.getByText('Nothing but your password').waitFor();
      // The other window is signed out.
      await stranger.getByRole('link', { name: 'Forgotten your password?' }).waitFor();
    });

    test('a code that this browser has not begun changes nothing, and its address shows no text of others', async () => {
      const eve = await mailing.service.person('eve');
      const page = await windows.openWindow();
      await windows.signIn(page, eve);
      await page.goto('/signed-in?code=plvx_stolen&linked=Send%20money%20to%20evil.example');
      await page.getByText('It took too long, or was begun in another browser.').waitFor();
      expect(await page.getByText('evil.example').count()).toBe(0);
      await page.getByRole('link', { name: 'Continue' }).click();
      await page.getByRole('main').getByRole('button', { name: 'Create a server' }).waitFor();
    });

    describe('a session that has ended leaves nothing on the device', () => {
      /** Everything that the browser keeps for the service, as one text. */
      const kept = (page: Page): Promise<string> => page.evaluate(KEPT);

      async function inChat(name: string) {
        const person = await mailing.service.person(name);
        const { id: serverId } = (await person.post('/api/servers', { name: 'Acme' })).body.data;
        const { id } = (await person.post(`/api/servers/${serverId}/channels`, { name: 'talk' })).body.data;
        await person.post(`/api/channels/${id}/messages`, { content: 'a secret of the team' });
        const page = await windows.openWindow();
        await windows.signIn(page, person);
        await page.goto(`/servers/${serverId}/channels/${id}`);
        await message(page, 'a secret of the team').waitFor();
        await page.getByRole('textbox', { name: 'Message talk' }).fill('typed and not sent');
        await expect.poll(() => kept(page)).toContain('a secret of the team');
        await expect.poll(() => kept(page)).toContain('typed and not sent');
        return { person, page, address: page.url() };
      }

      const endElsewhere = async (username: string) => {
        const { body } = await mailing.service
          .client(null)
          .post('/api/auth/login', { username, password: PASSWORD });
        await mailing.service.client(body.data.token).delete('/api/auth/sessions');
      };
      const isSignedOut = (page: Page) => page.getByLabel('Password').waitFor();

      test('while the page is open, in every tab', async () => {
        const { page, address } = await inChat('open_tab');
        const other = await page.context().newPage();
        await other.goto(address);
        await message(other, 'a secret of the team').waitFor();
        await endElsewhere('open_tab');
        for (const tab of [page, other]) await isSignedOut(tab);
        for (const word of ['a secret of the team', 'typed and not sent'])
          await expect.poll(() => kept(page)).not.toContain(word);
      });

      test('at the next start where it was closed, before anything is shown', async () => {
        const { page, address } = await inChat('closed_tab');
        await page.goto('/icon.svg');
        await endElsewhere('closed_tab');
        await page.goto(address);
        await isSignedOut(page);
        expect(await page.getByText('a secret of the team').count()).toBe(0);
        for (const word of ['a secret of the team', 'typed and not sent'])
          await expect.poll(() => kept(page)).not.toContain(word);
      });

      test('but what was typed where it has only run out, for the same person', async () => {
        const { page, address, person } = await inChat('run_out');
        await page.goto('/icon.svg');
        await page.evaluate(
          "localStorage.setItem('palaver:last-live', String(Date.now() - 40 * 86_400_000))",
        );
        await endElsewhere('run_out');
        await page.goto(address);
        await isSignedOut(page);
        await expect.poll(() => kept(page)).not.toContain('a secret of the team');
        expect(await kept(page)).toContain('typed and not sent');
        expect(await page.getByText('typed and not sent').count()).toBe(0);
        const again = await mailing.service
          .client(null)
          .post('/api/auth/login', { username: 'run_out', password: PASSWORD });
        await windows.signIn(page, { token: again.body.data.token, id: person.id });
        await page.goto(address);
        await expect
          .poll(() => page.getByRole('textbox', { name: 'Message talk' }).inputValue())
          .toBe('typed and not sent');
      });
    });
  },
);
