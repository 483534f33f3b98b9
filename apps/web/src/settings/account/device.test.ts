import { expect, test } from 'vitest';
import { settingsEn } from '../../i18n/settings.en.js';
import { deviceOf } from './device.js';
import { signInMethod } from './sign-in-method.js';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 8)';

test.each([
  [`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`, 'Safari – macOS', false],
  [`${MAC} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36`, 'Chrome – macOS', false],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge – Windows',
    false,
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 OPR/120.0',
    'Opera – Windows',
    false,
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox – Linux', false],
  [`${ANDROID} AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36`, 'Chrome – Android', true],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari – iOS',
    true,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome – iOS',
    true,
  ],
  ['curl/8.5.0', 'curl/8.5.0', false],
  ['x'.repeat(100), 'x'.repeat(60), false],
  ['', null, false],
  [null, null, false],
])('%s is %s', (userAgent, name, isMobile) => expect(deviceOf(userAgent)).toEqual({ name, isMobile }));

test.each([
  ['password', settingsEn.byPassword],
  ['passkey', settingsEn.byPasskey],
  ['token', settingsEn.byToken],
  ['provider:github', settingsEn.byProvider('github')],
  ['constructor', settingsEn.byProvider('constructor')],
])('a session by %s was begun so: %s', (method, expected) =>
  expect(signInMethod(method, settingsEn)).toBe(expected),
);
