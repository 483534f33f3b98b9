import { rest } from '@palaver/core';
import { z } from 'zod';
import type { ExtraOperation } from '../rest/operation.js';
import { asyncApiHandler, upgradeRequired } from './http-handlers.js';

/** The REST operations of the WebSocket: its path, and the AsyncAPI document of its frames. */
export function realtimeOperations(about: Parameters<typeof asyncApiHandler>[0]): ExtraOperation[] {
  return [
    {
      name: 'realtime.connect',
      meta: rest('GET', '/api/ws', {
        tag: 'realtime',
        summary: 'Open the WebSocket',
        description:
          'Authenticate by the header, by `?ticket=` (from `POST /api/ws/ticket`), by `?token=`, or by a first frame ' +
          '`{"type":"authenticate","data":{"token":"…"}}` within 10 seconds. The frames are described at ' +
          '`/api/asyncapi.json`. Exempt from the rate limit once it is open.',
        signedIn: false,
        errors: ['UPGRADE_REQUIRED', 'UNAUTHENTICATED', 'ORIGIN_NOT_ALLOWED'],
      }),
      handler: upgradeRequired,
      docs: {
        query: z.object({
          ticket: z.string().optional().meta({ description: 'A ticket from `POST /api/ws/ticket`.' }),
          token: z.string().optional().meta({ description: 'A session token, or the token of a bot.' }),
        }),
        responses: {
          101: {
            description: 'The WebSocket is open. The errors of this operation refuse the upgrade.',
            headers: { Upgrade: { required: true, schema: { type: 'string', const: 'websocket' } } },
          },
        },
      },
    },
    {
      name: 'realtime.document',
      meta: rest('GET', '/api/asyncapi.json', {
        tag: 'realtime',
        summary: 'Get the AsyncAPI document of the WebSocket',
        signedIn: false,
      }),
      handler: asyncApiHandler(about),
      docs: {
        responses: {
          200: {
            description: 'The AsyncAPI document.',
            content: { 'application/json': { schema: { type: 'object' } } },
          },
        },
      },
    },
  ];
}
