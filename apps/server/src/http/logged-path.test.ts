import { expect, test } from 'vitest';
import { loggedPaths } from './logged-path.js';

const pathForLog = loggedPaths([
  '/api/servers/{serverID}/members/{userID}',
  '/api/servers/{serverID}/invites/{code}',
  '/api/invites/{code}',
  '/api/invites/{code}/accept',
  '/api/messages/{messageID}/reactions/{emoji}',
]);

test.each([
  ['/api/servers/s1/members/u1', '/api/servers/s1/members/u1'],
  ['/api/servers/s1/invites', '/api/servers/s1/invites'],
  ['/api/servers/s1/invites/', '/api/servers/s1/invites/'],
  ['/api/servers/s1/invites/SECRET', '/api/servers/s1/invites/{code}'],
  ['/api/invites/SECRET', '/api/invites/{code}'],
  ['/api/invites/SECRET/', '/api/invites/{code}'],
  ['/API/Invites/SECRET/Accept', '/API/Invites/{code}/accept'],
  ['/api/invites/SECRET/acept', '/api/invites/{code}'],
  ['/invites/SECRET', '/invites/{code}'],
  ['//api//invites//SECRET', '//api//invites/{code}'],
  ['/api/invites/./SECRET', '/api/invites/{code}'],
  ['/api\\invites\\SECRET', '/api\\invites/{code}'],
  ['/api%2Finvites%2fSECRET', '/api%2Finvites/{code}'],
  ['/api/invites/SECRET?token=SECRET#SECRET', '/api/invites/{code}'],
  ['http://SECRET:SECRET@host/api/invites/SECRET', '/api/invites/{code}'],
  ['/api/messages/m1/reactions/SECRET', '/api/messages/m1/reactions/{emoji}'],
  ['/api/invitesnot/x', '/api/invitesnot/x'],
])('%s is logged as %s', (url, expected) => {
  expect(pathForLog({ url })).toBe(expected);
});

test('a long path is cut, and a code in what is left is not there', () => {
  expect(pathForLog({ url: `/${'x'.repeat(16_000)}` })).toBe(`/${'x'.repeat(199)}…`);
  expect(pathForLog({ url: `/${'x'.repeat(180)}/invites/SECRET-SECRET-SECRET` })).not.toContain('SEC');
});

test('without parameters every path stays', () => {
  expect(loggedPaths(['/health'])({ url: '/api/invites/x?y' })).toBe('/api/invites/x');
});
