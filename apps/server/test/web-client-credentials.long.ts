import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodedMail } from '../src/outgoing/smtp-server.fixture.js';
import { type MailingService, SITE, startMailingService } from '../src/testing/mailing-service.js';
import { CHROMIUM_PATH } from './docs/browser.js';
import { faultsOf, PHONE, pictureFile, Windows } from './web-client/windows.js';

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
  },
);
