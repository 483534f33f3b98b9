import { z } from 'zod';
import { Id } from '../primitives.js';
import { User } from './user.js';

export const WebhookKind = z.enum(['incoming', 'outgoing']).meta({
  id: 'WebhookKind',
  description: 'Whether other programs post by it, or events of the server are sent by it.',
});
export type WebhookKind = z.output<typeof WebhookKind>;

const ofWebhook = {
  webhookId: Id,
  kind: WebhookKind,
};

export const ExposedReason = z.enum(['banned', 'left', 'rights', 'deactivated', 'deleted']).meta({
  id: 'ExposedReason',
  description:
    'Why somebody may not manage a webhook any more: they are banned, they are not in the server, they lack the role or do not see ' +
    'the channel, their account is deactivated or deleted.',
});
export type ExposedReason = z.output<typeof ExposedReason>;

/** docs/webhooks.md, Secrets that somebody has seen. */
export const ExposedSecret = z
  .object({
    ...ofWebhook,
    serverId: Id,
    channelId: Id.nullable().meta({
      description:
        'The channel of an incoming webhook; null for an outgoing one, and where you do not see it.',
    }),
    name: z.string().nullable().meta({
      description:
        'Of an incoming webhook its name, of an outgoing one its host. Null where you do not see its channel.',
    }),
    user: User.meta({ description: 'The person who was shown the secret.' }),
    reason: ExposedReason.nullable().meta({
      description:
        'Why they may not know it; null where they may again, and only the webhook is still stopped.',
    }),
    isStopped: z.boolean().meta({
      description: 'Whether nobody posts by the URL any more, or nothing is sent.',
    }),
    mayRotate: z.boolean().meta({
      description:
        'Whether you can be shown a new secret: of an incoming webhook only where you manage its channel.',
    }),
  })
  .meta({
    id: 'ExposedSecret',
    description: 'A webhook whose secret was shown to somebody who may not manage it any more.',
  });
export type ExposedSecret = z.output<typeof ExposedSecret>;

export const RotatedSecret = z
  .object({
    ...ofWebhook,
    name: z
      .string()
      .meta({ description: 'The name of an incoming webhook, or the host of an outgoing one.' }),
    secret: z.string().meta({
      description:
        'The new URL of an incoming webhook, or the new secret of an outgoing one. It is shown only here.',
    }),
  })
  .meta({ id: 'RotatedSecret', description: 'A webhook and its new secret.' });
export type RotatedSecret = z.output<typeof RotatedSecret>;
