import '../testing/browser.js';
import { expect, test, vi } from 'vitest';
import { sectionKey } from './sidebar-rows.js';
import { setUnreadOnly, sidebarView, toggleSection } from './sidebar-view.js';

const again = async () => {
  vi.resetModules();
  return (await import('./sidebar-view.js')).sidebarView();
};

test('what is closed, and that only unread channels are shown, is kept on the device', async () => {
  const [one, two] = [sectionKey('s1', 'g1'), sectionKey('s2', 'none')];
  toggleSection(one);
  toggleSection(two);
  toggleSection(one);
  setUnreadOnly(true);
  expect(sidebarView()).toEqual({ closed: new Set([two]), isUnreadOnly: true });
  expect(await again()).toEqual(sidebarView());
});

test.each(['{', '{"a":1}', '[1]', 'null'])('%j on the device closes nothing', async (stored) => {
  localStorage.setItem('palaver:closed-sections', stored);
  expect((await again()).closed.size).toBe(0);
});
