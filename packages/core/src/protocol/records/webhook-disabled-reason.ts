import { z } from 'zod';

export const WebhookDisabledReason = z.enum(['gone', 'failing', 'backlog', 'unauthorized', 'exposed']).meta({
  id: 'WebhookDisabledReason',
  description:
    'Why the service has disabled an outgoing webhook: the receiver answered 410, nothing was delivered for 72 hours, too many ' +
    'deliveries waited, who manages it may not manage webhooks of the server any more, or somebody knows its secret who was banned ' +
    'or may not manage it any more.',
});
export type WebhookDisabledReason = z.output<typeof WebhookDisabledReason>;
