import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { adminProcedure } from '../procedures/trpc.js';
import { ApiKey, ApiKeyCreated } from '../protocol/records/api-key.js';
import { DONE, Done } from '../protocol/records/done.js';
import { createKey, listKeys, revokeKey } from './keys.js';
import { CreateKeyInput, KeyInput } from './schemas.js';

/** The procedures about API keys, for the admin router to spread in. */
export const keyProcedures = {
  keys: adminProcedure
    .meta(
      rest('GET', '/api/admin/keys', {
        tag: 'admin',
        summary: 'List the API keys, newest first',
        keys: false,
        errors: ['PEOPLE_ONLY', 'INSTANCE_ADMIN_REQUIRED'],
      }),
    )
    .output(z.array(ApiKey))
    .query(({ ctx }) => listKeys(ctx)),

  createKey: adminProcedure
    .meta(
      rest('POST', '/api/admin/keys', {
        tag: 'admin',
        summary: 'Make an API key for another backend',
        description:
          'The token is shown only here. With `Palaver-User: <id>` or `Palaver-User: external:<externalId>` the key acts for a ' +
          'person, with their rights and within its scopes; without, it may do what `admin` scopes allow.',
        status: 201,
        keys: false,
        errors: ['PEOPLE_ONLY', 'INSTANCE_ADMIN_REQUIRED', 'TOO_MANY_KEYS', 'STEP_UP_REQUIRED'],
      }),
    )
    .input(CreateKeyInput)
    .output(ApiKeyCreated)
    .mutation(({ ctx, input }) => createKey(ctx, input)),

  revokeKey: adminProcedure
    .meta(
      rest('DELETE', '/api/admin/keys/{keyID}', {
        tag: 'admin',
        summary: 'Revoke an API key',
        description: 'It is refused from then on, and its sockets close.',
        keys: false,
        errors: ['PEOPLE_ONLY', 'INSTANCE_ADMIN_REQUIRED', 'KEY_NOT_FOUND', 'STEP_UP_REQUIRED'],
      }),
    )
    .input(KeyInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await revokeKey(ctx, input.keyId);
      return DONE;
    }),
};
