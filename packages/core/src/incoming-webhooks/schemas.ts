import { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';
import { optional, optionalOr } from '../kernel/schema/optional.js';
import { nameText, text } from '../kernel/schema/text.js';
import { writing } from '../kernel/schema/writing.js';
import { IncomingWebhook } from '../protocol/records/incoming-webhook.js';

export const WEBHOOK_NAME_MAX = 64;
const Name = nameText(1, WEBHOOK_NAME_MAX).meta({
  description: `The name of its messages: up to ${WEBHOOK_NAME_MAX} characters.`,
  example: 'Deployments',
});
const MayMentionAll = z.boolean().meta({
  description: 'Whether `@channel` and `@here` of its messages count.',
});
const GITHUB_SECRET_MAX = 128;
const GithubSecret = text(1, GITHUB_SECRET_MAX).meta({
  description:
    'The secret of the webhook at GitHub. With one, events of GitHub are taken only where they are signed with it. It is not shown again.',
});

export const ListIncomingWebhooksInput = z.object({ channelId: idInput('the channel') });

export const CreateIncomingWebhookInput = writing(IncomingWebhook, {
  channelId: idInput('the channel'),
  name: Name,
  mayMentionAll: optionalOr(MayMentionAll, false),
  githubSecret: optional(GithubSecret),
});
export type CreateIncomingWebhookInput = z.output<typeof CreateIncomingWebhookInput>;

export const IncomingWebhookInput = z.object({ webhookId: idInput('the incoming webhook') });
export type IncomingWebhookInput = z.output<typeof IncomingWebhookInput>;

export const UpdateIncomingWebhookInput = writing(IncomingWebhook, {
  ...IncomingWebhookInput.shape,
  name: optional(Name),
  mayMentionAll: optional(MayMentionAll),
  githubSecret: optional(text(0, GITHUB_SECRET_MAX)).meta({
    description:
      'The secret of the webhook at GitHub. An empty one takes it away: signatures are not asked for then.',
  }),
});
export type UpdateIncomingWebhookInput = z.output<typeof UpdateIncomingWebhookInput>;
