import { z } from 'zod';

export const WebhookDisabledReason = z.enum(['gone', 'failing', 'backlog', 'unauthorized']).meta({
  id: 'WebhookDisabledReason',
  description:
    'Why the service has disabled an outgoing webhook: the receiver answered 410, nothing was delivered for 72 hours, too many ' +
    'deliveries waited, or who manages it may not manage webhooks of the server any more.',
});
export type WebhookDisabledReason = z.output<typeof WebhookDisabledReason>;
