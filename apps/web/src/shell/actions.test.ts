import { expect, test } from 'vitest';
import { en } from '../i18n/en.js';
import { actionsFor } from './actions.js';

const ids = (serverId: string | null) => actionsFor(serverId, en).map(({ id }) => id);
const OF_SERVER = ['browse-channels', 'create-channel', 'invite', 'server-settings'];

test('what takes a server is there only in one, and each action is there once', () => {
  expect(ids('s1')).toEqual(expect.arrayContaining(OF_SERVER));
  expect(ids(null).filter((id) => OF_SERVER.includes(id))).toEqual([]);
  expect(new Set(ids('s1')).size).toBe(ids('s1').length);
});
