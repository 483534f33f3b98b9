import { expect, test } from 'vitest';
import { loggedPaths } from './logged-path.js';

const pathForLog = loggedPaths([
  '/api/servers/{serverID}/members/{userID}',
  '/api/servers/{serverID}/invites/{code}',
  '/api/invites/{code}',
  '/api/invites/{code}/accept',
  '/api/messages/{messageID}/reactions/{emoji}',
  '/api/channels/{channelID}/webhooks',
  '/api/webhooks/{webhookID}',
  '/api/webhooks/{webhookID}/{secret}',
  '/api/webhooks/{webhookID}/{secret}/slack',
]);

const ID = '019a7c1e-0f3b-7a52-9d6e-5b1f0c8a2e44';

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
  [`/api/channels/${ID}/webhooks`, `/api/channels/${ID}/webhooks`],
  [`/api/webhooks/${ID}`, `/api/webhooks/${ID}`],
  [`/api/webhooks/${ID}/`, `/api/webhooks/${ID}/`],
  [`/api/webhooks/${ID}/SECRET`, `/api/webhooks/${ID}/{secret}`],
  [`/api/webhooks/${ID}/SECRET/slack`, `/api/webhooks/${ID}/{secret}/slack`],
  [`/api/webhooks/${ID}/SECRET/${ID}`, `/api/webhooks/${ID}/{secret}`],
  [`/api/webhooks/${ID}/${ID}/SECRET`, `/api/webhooks/${ID}/${ID}/{secret}`],
  ['/api/webhooks/SECRET', '/api/webhooks/{secret}'],
  [`/api/webhooks//${ID}%2FSECRET`, `/api/webhooks//${ID}/{secret}`],
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
