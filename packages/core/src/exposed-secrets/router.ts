import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { personProcedure, router } from '../procedures/trpc.js';
import { DONE, Done } from '../protocol/records/done.js';
import { ExposedSecret, RotatedSecret } from '../protocol/records/exposed-secret.js';
import { disableExposedSecrets, listExposedSecrets, rotateExposedSecrets } from './actions.js';
import { ExposedSecretsInput, ListExposedSecretsInput } from './schemas.js';

const EXPOSED = '/api/servers/{serverID}/exposed-secrets';
const ERRORS = ['PEOPLE_ONLY', 'SERVER_NOT_FOUND', 'ADMIN_REQUIRED'] as const;

export const exposedSecretsRouter = router({
  list: personProcedure
    .meta(
      rest('GET', EXPOSED, {
        tag: 'webhooks',
        summary:
          'List the webhooks whose secret somebody knows who may not manage them any more, newest first',
        description:
          'A secret is shown only to the person who makes or rotates it. A webhook is here from when that person is banned, leaves, ' +
          'loses the right or the account, until it has a new secret or is deleted. The cursors are ids of webhooks.',
        keys: false,
        errors: ERRORS,
      }),
    )
    .input(ListExposedSecretsInput)
    .output(z.array(ExposedSecret))
    .query(({ ctx, input }) => listExposedSecrets(ctx, input)),

  rotate: personProcedure
    .meta(
      rest('POST', `${EXPOSED}/rotate`, {
        tag: 'webhooks',
        summary: 'Give exposed webhooks new secrets',
        description:
          'URLs of incoming webhooks end at once; the old secret of an outgoing one signs as well for 24 hours. The new secrets are ' +
          'shown only here. With an idempotency key, a retry from the same session gets them again.',
        keys: false,
        errors: ERRORS,
      }),
    )
    .input(ExposedSecretsInput)
    .output(z.array(RotatedSecret))
    .mutation(({ ctx, input }) => rotateExposedSecrets(ctx, input)),

  disable: personProcedure
    .meta(
      rest('POST', `${EXPOSED}/disable`, {
        tag: 'webhooks',
        summary: 'Stop exposed webhooks',
        description:
          'URLs of incoming webhooks end, and outgoing ones are disabled. They are stopped until somebody rotates the secret of the ' +
          'one or enables the other.',
        keys: false,
        errors: ERRORS,
      }),
    )
    .input(ExposedSecretsInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await disableExposedSecrets(ctx, input);
      return DONE;
    }),
});
