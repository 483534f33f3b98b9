import { channelWith, formOf } from '@palaver/elements/testing/records.js';
import { describe, expect, test } from 'vitest';
import { channelChangesIn, retentionIn } from './channel-changes.js';
import { choicesOf } from './choices-of.js';
import { fieldOf, OVERRIDDEN_ROLES, overrideOf, overridesIn, PERMISSIONS } from './overrides.js';

const SWITCHES = { isPrivate: false, joinedByDefault: true, archived: false, readReceipts: true };
const FORM = {
  name: ' plans ',
  displayName: 'Plans',
  topic: ' What comes ',
  postingRole: 'moderator',
  slowMode: '30',
  level: 'all',
};

describe('the form of a channel changes', () => {
  test('all of its fields, and no switch that is as it was', () => {
    expect(channelChangesIn(formOf(FORM), SWITCHES, SWITCHES)).toEqual({
      name: 'plans',
      displayName: 'Plans',
      topic: 'What comes',
      postingRole: 'moderator',
      slowModeSeconds: 30,
      defaultNotificationLevel: 'all',
    });
  });

  test('the switches that are another way, in both directions', () => {
    const changes = channelChangesIn(formOf(FORM), SWITCHES, {
      ...SWITCHES,
      isPrivate: true,
      joinedByDefault: false,
    });
    expect(changes).toMatchObject({ isPrivate: true, joinedByDefault: false });
    expect(Object.keys(changes)).not.toContain('archived');
  });

  test.each([
    ['no name to show', { displayName: ' ' }, { displayName: 'plans' }],
    ['no topic', { topic: '' }, { topic: null }],
    ['slow mode that is off', { slowMode: '0' }, { slowModeSeconds: 0 }],
    ['no level', { level: '' }, { defaultNotificationLevel: null }],
    ['a level that there is not', { level: 'some' }, { defaultNotificationLevel: null }],
    ['a role that there is not', { postingRole: 'constructor' }, { postingRole: 'member' }],
    ['admins alone', { postingRole: 'admin' }, { postingRole: 'admin' }],
  ])('to %s', (_name, fields, expected) =>
    expect(channelChangesIn(formOf({ ...FORM, ...fields }), SWITCHES, SWITCHES)).toMatchObject(expected),
  );
});

test.each([
  ['', null],
  ['0', 0],
  ['30', 30],
])('messages are kept for %j: %j days', (retention, days) =>
  expect(retentionIn(formOf({ retention }))).toBe(days),
);

test.each([
  ['the usual ones', 0, ['5', '10', '60']],
  ['the usual ones without any', null, ['5', '10', '60']],
  ['one that is set and usual', 10, ['5', '10', '60']],
  ['one that is set and is another', 7, ['5', '7', '10', '60']],
  ['one that is higher', 100, ['5', '10', '60', '100']],
])('to choose from are %s', (_name, current, expected) => {
  const choices = choicesOf([60, 5, 10], current, (n) => `${n} s`);
  expect(choices.map(({ value }) => value)).toEqual(expected);
  expect(choices.map(({ label }) => label)).toEqual(expected.map((value) => `${value} s`));
});

describe('overrides of permissions', () => {
  const fields = Object.fromEntries(
    PERMISSIONS.flatMap((permission) => OVERRIDDEN_ROLES.map((role) => [fieldOf(role, permission), ''])),
  );

  test('are those that are chosen', () => {
    expect(overridesIn(formOf(fields))).toEqual([]);
    const chosen = { ...fields, [fieldOf('bot', 'post')]: 'deny', [fieldOf('member', 'post')]: 'allow' };
    expect(overridesIn(formOf(chosen))).toEqual([
      { role: 'member', permission: 'post', allow: true },
      { role: 'bot', permission: 'post', allow: false },
    ]);
  });

  test('come back into the fields as they were', () => {
    const permissionOverrides = PERMISSIONS.flatMap((permission, n) =>
      OVERRIDDEN_ROLES.map((role, m) => ({ role, permission, allow: (n + m) % 2 === 0 })),
    ).slice(1);
    const channel = channelWith({ permissionOverrides });
    const form = Object.fromEntries(
      PERMISSIONS.flatMap((permission) =>
        OVERRIDDEN_ROLES.map((role) => [fieldOf(role, permission), overrideOf(channel, role, permission)]),
      ),
    );
    expect(overridesIn(formOf(form))).toEqual(permissionOverrides);
  });
});
