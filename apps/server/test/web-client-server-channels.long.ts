import type { ChannelGroup } from '@palaver/core';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM_PATH } from './docs/browser.js';
import { channelsOf, ownServer } from './web-client/own-server.js';
import { faultsOf, pictureFile, Windows } from './web-client/windows.js';

/** Moves what was picked up one place further up, and waits until the page says where it is. */
async function moveUpOver(page: Page, place: string): Promise<void> {
  // A key moves nothing before the rows are measured, which the page does between two frames.
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))',
  );
  await page.keyboard.press('ArrowUp');
  await page.getByText(place).waitFor({ state: 'attached' });
}

describe.skipIf(CHROMIUM_PATH === undefined)(
  'the channels of a server in Chromium (skipped where none is on the PATH)',
  () => {
    let windows: Windows;
    beforeAll(async () => {
      windows = await Windows.open();
    });

    test('an admin sorts channels and groups in the sidebar, with the pointer and the keyboard', async () => {
      const { page, person, member, serverId } = await ownServer(windows, 'sara');
      const groups = `/api/servers/${serverId}/groups`;
      for (const name of ['Design', 'Sales']) {
        const group = await person.post(groups, { name });
        for (const number of ['one', 'two']) {
          const channels = `/api/servers/${serverId}/channels`;
          const channel = await person.post(channels, { name: `${name.toLowerCase()}-${number}` });
          await person.patch(`${channels}/${channel.body.data.id}`, { groupId: group.body.data.id });
        }
      }
      const groupNames = async () => {
        const found: ChannelGroup[] = (await person.get(groups)).body.data;
        return found.sort((a, b) => a.position - b.position).map(({ name }) => name);
      };
      await page.goto(`/servers/${serverId}`);
      await page.getByLabel('Message general').waitFor();
      const list = page.getByRole('navigation', { name: 'Channels' });
      const order = () => list.locator('h3, a').allTextContents();
      await list.hover();
      await list.getByRole('button', { name: 'Move Sales' }).waitFor();

      await page.mouse.move(...(await middleOf(list.getByRole('link', { name: /^sales-two/ }))));
      await page.mouse.down();
      await page.mouse.move(...(await middleOf(list.getByRole('link', { name: /^design-two/ }))), {
        steps: 8,
      });
      await page.screenshot({ path: pictureFile('dragging in the sidebar') });
      await page.mouse.up();
      const afterDrag = [
        'Channels',
        'general',
        'Design',
        'design-one',
        'sales-two',
        'design-two',
        'Sales',
        'sales-one',
      ];
      await expect.poll(order).toEqual(afterDrag);
      // No click: the channel that was open still is.
      await page.getByLabel('Message general').waitFor();
      await list.getByRole('link', { name: /^sales-one/ }).focus();
      await page.keyboard.press('Space');
      await page.getByText('sales-one is picked up.').waitFor({ state: 'attached' });
      for (const over of ['Sales', 'design-two']) await moveUpOver(page, `sales-one is over ${over}.`);
      await page.keyboard.press('Escape');
      await expect.poll(order).toEqual(afterDrag);

      await list.getByRole('button', { name: 'Move Sales' }).focus();
      await page.keyboard.press('Space');
      await page.getByText('Sales is picked up.').waitFor({ state: 'attached' });
      // Each key is read at the place that the one before has led to.
      for (const over of ['design-two', 'sales-two', 'design-one', 'Design'])
        await moveUpOver(page, `Sales is over ${over}.`);
      await page.keyboard.press('Space');
      await expect.poll(groupNames).toEqual(['Sales', 'Design']);
      const afterKeys = [
        'Channels',
        'general',
        'Sales',
        'sales-one',
        'Design',
        'design-one',
        'sales-two',
        'design-two',
      ];
      await expect.poll(order).toEqual(afterKeys);
      expect(await faultsOf(page)).toEqual([]);
      await page.reload();
      await expect.poll(order).toEqual(afterKeys);

      await page.goto(`/servers/${serverId}/settings/channels`);
      await page.getByRole('button', { name: 'design-two: one place up' }).click();
      await page.getByRole('button', { name: 'Design: one place up' }).click();
      await expect.poll(groupNames).toEqual(['Design', 'Sales']);
      await page.getByRole('button', { name: 'sales-one: one place up' }).click();
      expect(await faultsOf(page)).toEqual([]);
      await page.goto(`/servers/${serverId}`);
      const bySteps = ['design-one', 'design-two', 'sales-two', 'sales-one'];
      // Its group has no channel any more, and so is not shown.
      await expect.poll(order).toEqual(['Channels', 'general', 'Design', ...bySteps]);

      const named = (channel: { readonly name: string }) => channel.name === 'sales-one';
      const { id: salesOne } = (await channelsOf(person, serverId)).find(named);
      await member.post(`/api/servers/${serverId}/channels/${salesOne}/join`);
      const other = await windows.openWindow();
      await windows.signIn(other, member);
      await other.goto(`/servers/${serverId}`);
      await other.getByLabel('Message general').waitFor();
      const asMember = other.getByRole('navigation', { name: 'Channels' });
      await asMember.hover();
      await asMember.getByRole('link', { name: /^sales-one/ }).waitFor();
      expect(await asMember.getByRole('button', { name: /^Move / }).count()).toBe(0);
    });

    test('channels are sorted by the keyboard, put into groups, and changed', async () => {
      const { page, person, serverId, settings } = await ownServer(windows, 'olivia');
      await person.post(`/api/servers/${serverId}/channels`, { name: 'second' });
      await page.goto(`${settings}/channels`);
      await page.getByRole('button', { name: 'Move general' }).focus();
      await page.keyboard.press('Space');
      await page.getByText('general is picked up.').waitFor({ state: 'attached' });
      await page.keyboard.press('ArrowDown');
      await page.getByText('general is over second.').waitFor({ state: 'attached' });
      await page.keyboard.press('Space');
      await expect
        .poll(async () => (await channelsOf(person, serverId)).map(({ name }: { name: string }) => name))
        .toEqual(['second', 'general']);

      await page.getByRole('button', { name: 'New group' }).click();
      await page.getByLabel('Name of the group').fill('Projects');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('region', { name: 'Projects' }).waitFor();
      expect(await faultsOf(page)).toEqual([]);

      await page.getByRole('button', { name: 'Channel settings: second' }).click();
      await page.getByLabel('Topic').fill('Second thoughts');
      await page.getByLabel('Slow mode').selectOption('30 seconds');
      await page.getByLabel('Who may post').selectOption('Moderator');
      await page.getByLabel('Joined by default').check();
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect((await channelsOf(person, serverId))[0]).toMatchObject({
        topic: 'Second thoughts',
        slowModeSeconds: 30,
        postingRole: 'moderator',
        joinedByDefault: true,
      });

      await page.getByRole('button', { name: 'Channel settings: second' }).click();
      await page.getByLabel('Keep messages').selectOption('30 days');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect((await channelsOf(person, serverId))[0]).toMatchObject({ retentionDays: 30 });
      await page.goto(settings);
      await page.getByLabel('Keep messages').selectOption('365 days');
      await expect
        .poll(async () => (await person.get(`/api/servers/${serverId}`)).body.data.retentionDays)
        .toBe(365);
      await page.getByLabel('Who can read earlier texts').selectOption('Nobody');
      await expect
        .poll(async () => (await person.get(`/api/servers/${serverId}`)).body.data.editHistory)
        .toBe('nobody');
      await page.screenshot({ path: pictureFile('who reads earlier texts') });
      expect(await faultsOf(page)).toEqual([]);
      await page.goto(`${settings}/channels`);

      await page.getByRole('button', { name: 'Channel settings: general' }).click();
      await page.getByRole('button', { name: 'Permissions' }).click();
      await page.getByLabel('Post: Bots').selectOption('Denied');
      await page.getByLabel('Delete messages of others: Members').selectOption('Allowed');
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect((await channelsOf(person, serverId))[1].permissionOverrides).toEqual([
        { role: 'bot', permission: 'post', allow: false },
        { role: 'member', permission: 'manageMessages', allow: true },
      ]);
      await page.getByRole('button', { name: 'Channel settings: general' }).click();
      await page.getByRole('button', { name: 'Permissions' }).click();
      expect(await page.getByLabel('Post: Bots').inputValue()).toBe('deny');
    });
  },
);

/** Where the pointer has to be for an element. */
async function middleOf(element: Locator): Promise<[number, number]> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not shown');
  return [box.x + box.width / 2, box.y + box.height / 2];
}
