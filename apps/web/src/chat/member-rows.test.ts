import { userWith } from '@palaver/elements/testing/records.js';
import { expect, test } from 'vitest';
import { memberRows } from './member-rows.js';

const USERS = ['Zoë', 'ann', 'Éva', 'Bob'].map((displayName) => userWith({ id: displayName, displayName }));
const shown = (online: readonly string[]) =>
  memberRows(USERS, ({ id }) => online.includes(id), { online: 'Online', offline: 'Offline' }, 'en').map(
    (row) => ('heading' in row ? `# ${row.heading}` : `${row.isOnline ? '+' : '-'}${row.user.id}`),
  );

test('the members are by name, those who are online first', () => {
  expect(shown(['Zoë', 'Bob'])).toEqual(['# Online – 2', '+Bob', '+Zoë', '# Offline – 2', '-ann', '-Éva']);
});

test('nobody has no heading', () => {
  expect(shown([])).toEqual(['# Offline – 4', '-ann', '-Bob', '-Éva', '-Zoë']);
  expect(shown(USERS.map(({ id }) => id))[0]).toBe('# Online – 4');
  expect(shown(USERS.map(({ id }) => id))).toHaveLength(5);
});
