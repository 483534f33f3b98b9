import { expect, test } from 'vitest';
import { isPublicHost } from './public-host.js';

test.each([
  ['https://chat.example.com', true],
  ['https://chat.example.com.', true],
  ['http://203.0.113.7', false],
  ['https://198.35.26.96', true],
  ['https://[2a02:ec80::1]:8443', true],
  ['https://latest', false],
  ['https://contest.example', true],
  ['http://localhost:3000', false],
  ['http://chat.localhost', false],
  ['https://chat.internal', false],
  ['https://chat.local', false],
  ['https://CHAT.TEST', false],
  ['http://127.0.0.1:3000', false],
  ['http://10.1.2.3', false],
  ['http://192.168.0.9', false],
  ['http://169.254.1.1', false],
  ['http://[::1]:3000', false],
  ['http://[fd00::1]', false],
  ['http://[::ffff:10.0.0.1]', false],
  ['http://100.64.0.1', false],
])('%s is on the public internet: %s', (url, expected) => expect(isPublicHost(new URL(url))).toBe(expected));
