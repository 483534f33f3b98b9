import type { WebhookDelivery } from '@palaver/client';
import { expect, test } from 'vitest';
import { serverSettingsEn as s } from '../../i18n/server-settings.en.js';
import { deliveryText, maySendAgain } from './delivery-text.js';

const NEW: WebhookDelivery = {
  id: 'one',
  eventType: 'message.created',
  channelId: null,
  state: 'waiting',
  attempts: 0,
  status: null,
  error: null,
  durationMs: null,
  createdAt: 'made',
  triedAt: null,
};
const written = { moment: (instant: string) => `@${instant}`, milliseconds: (value: number) => `#${value}` };
const TRIED = { attempts: 1, durationMs: 12, triedAt: 'tried' };

test.each<[Partial<WebhookDelivery>, string]>([
  [{}, 'Waiting · @made'],
  [{ ...TRIED, state: 'delivered', status: 200 }, 'Delivered · status 200 · #12 · @tried'],
  [
    { ...TRIED, state: 'failed', status: 500, error: 'status', attempts: 8 },
    'Given up · status 500 · #12 · 8 attempts · @tried',
  ],
  [
    { ...TRIED, error: 'timeout', attempts: 2 },
    'Waiting · there was no whole answer in time · #12 · 2 attempts · @tried',
  ],
  [{ state: 'dropped', error: 'hidden' }, 'Not sent · the event may not be read any more · @made'],
])('%j is told as %s', (change, told) => expect(deliveryText({ ...NEW, ...change }, s, written)).toBe(told));

test.each([
  ['waiting', false],
  ['delivered', true],
  ['failed', true],
  ['dropped', false],
] as const)('one that is %s may be sent again: %s', (state, may) =>
  expect(maySendAgain({ state })).toBe(may),
);
