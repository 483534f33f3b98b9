import { z } from 'zod';
import { idInput, isUuid } from '../kernel/schema/ids.js';
import { Page } from '../kernel/schema/pagination.js';

/** Each is a webhook of which a line goes to the audit log, under the lock of the server. */
export const WEBHOOKS_MAX = 50;

const ofServer = { serverId: idInput('the server') };

export const ListExposedSecretsInput = z.object({ ...ofServer, ...Page.shape });
export type ListExposedSecretsInput = z.output<typeof ListExposedSecretsInput>;

export const ExposedSecretsInput = z.object({
  ...ofServer,
  webhookIds: z
    .array(idInput('an exposed webhook').refine(isUuid, 'must be the id of a webhook'))
    .min(1, 'must name a webhook')
    .max(WEBHOOKS_MAX, `must have at most ${WEBHOOKS_MAX} items`)
    .transform((ids) => [...new Set(ids)])
    .meta({
      description: `Webhooks of the list, at most ${WEBHOOKS_MAX}. Those that are not in it stay as they are.`,
    }),
});
export type ExposedSecretsInput = z.output<typeof ExposedSecretsInput>;
