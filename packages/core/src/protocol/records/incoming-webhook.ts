import { z } from 'zod';
import { Id, Instant } from '../primitives.js';

/** docs/incoming-webhooks.md. */
export const IncomingWebhook = z
  .object({
    id: Id,
    channelId: Id.meta({ description: 'The channel that it posts to.' }),
    serverId: Id,
    userId: Id.meta({ description: 'The account that is the author of its messages.' }),
    name: z.string().meta({ description: 'The name of its messages that name no other.' }),
    mayMentionAll: z.boolean().meta({ description: 'Whether `@channel` and `@here` of its messages count.' }),
    isSigned: z.boolean().meta({
      description:
        "Whether it has a secret for GitHub's signatures, without which no event of GitHub is taken.",
    }),
    urlEndedAt: Instant.nullable().default(null).meta({
      description: 'When its URL was ended because somebody knew it who may not; null while it has one.',
    }),
    createdBy: Id.meta({ description: 'Who made it.' }),
    createdAt: Instant,
  })
  .meta({ id: 'IncomingWebhook', description: 'What other programs post to a channel by.' });
export type IncomingWebhook = z.output<typeof IncomingWebhook>;

/** A webhook with its secret. */
export const IncomingWebhookSecret = z
  .object({
    webhook: IncomingWebhook,
    url: z.string().meta({
      description: 'Whoever has it posts to the channel. It is shown only once and does not expire.',
    }),
  })
  .meta({ id: 'IncomingWebhookSecret', description: 'An incoming webhook and its URL.' });
export type IncomingWebhookSecret = z.output<typeof IncomingWebhookSecret>;
