import type { oas31 } from 'zod-openapi';
import { mapped } from './mapped.js';

const REQUEST_ID = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };

/** The headers that operations share, by component name. */
export const commonHeaders: Record<string, oas31.HeaderObject> = {
  RequestId: {
    description: 'The id of this request in the log of the service. Give it when you report a problem.',
    schema: { type: 'string', minLength: 8, maxLength: 64 },
    example: '019a7c1e-0f3b-7a52-9d6e-5b1f0c8a2e44',
  },
};

/** The same responses, with the header that every answer has. */
export function withRequestId<T extends oas31.ResponsesObject>(responses: T): T {
  return mapped(responses, (response) =>
    '$ref' in response ? response : { ...response, headers: { ...response.headers, ...REQUEST_ID } },
  );
}
