import type { WebhookSender } from '@palaver/core';

/** Answers for all receivers that they are gone, so that the service disables the webhook that it calls. */
export const GONE_RECEIVER: WebhookSender = {
  send: async () => ({ status: 410, failure: 'status', retryAfterMs: null, durationMs: 1 }),
  ask: async () => ({ status: 410, failure: 'status', retryAfterMs: null, durationMs: 1, text: '' }),
};
