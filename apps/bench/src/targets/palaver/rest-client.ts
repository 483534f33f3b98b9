import type { z } from 'zod';
import { clientAddresses } from '../../load/common/client-addresses.js';

/** Calls the REST API. Each call comes from another client address, so that no rate limit is reached. */
export interface RestClient {
  /** Returns the parsed response. Throws for any status but a success. */
  post<T>(schema: z.ZodType<T>, path: string, token: string | null, body: object): Promise<T>;
}

export function restClient(url: string): RestClient {
  const nextAddress = clientAddresses();
  return {
    async post(schema, path, token, body) {
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': nextAddress(),
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`);
      return schema.parse(JSON.parse(text));
    },
  };
}
