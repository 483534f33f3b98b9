import { expect, test } from 'vitest';
import { CHROMIUM_PATH } from './docs/browser.js';
import { faultsOf, message, PHONE, Windows, write } from './web-client/windows.js';

test.skipIf(CHROMIUM_PATH === undefined)(
  'people meet by an invite, on a desktop and on a phone (skipped where no Chromium is on the PATH)',
  async () => {
    const windows = await Windows.open();
    const alice = await windows.withServer('alice');
    await write(alice.page, 'Hello **team**, <b>no HTML</b>');
    const bob = await windows.openWindow(PHONE);
    const requested: string[] = [];
    bob.on('request', (request) => requested.push(request.url()));
    const answer = await bob.goto(alice.invite);
    expect(answer?.headers()['content-security-policy']).toContain("script-src 'self';");
    // No page asks the host of a third party for a picture.
    expect(answer?.headers()['content-security-policy']).toContain("img-src 'self' blob: data:;");
    await bob.getByRole('heading', { name: 'You are invited to Acme' }).waitFor();
    await bob.getByText('1 member').waitFor();
    await windows.register(bob, 'bob', alice.invite);
    await message(bob, 'Hello team, <b>no HTML</b>').waitFor();

    await write(bob, `Hi @${alice.username}`);
    const greeting = message(alice.page, `Hi @${alice.username}`);
    await greeting.waitFor();
    await greeting.hover();
    await greeting.getByRole('button', { name: 'React', exact: true }).click();
    await alice.page.getByRole('button', { name: '🎉', exact: true }).click();
    await bob.getByRole('button', { name: /^🎉 1/ }).waitFor();

    await greeting.getByRole('button', { name: 'Reply in thread' }).click();
    await write(alice.page, 'In the thread', 'Reply in thread');
    await bob.getByRole('button', { name: '1 reply' }).click();
    await message(bob, 'In the thread').waitFor();
    expect(await faultsOf(alice.page)).toEqual([]);
    expect(await faultsOf(bob)).toEqual([]);
    // Of other hosts nothing is asked.
    expect(requested.filter((url) => !url.startsWith(windows.service.url))).toEqual([]);
  },
);
