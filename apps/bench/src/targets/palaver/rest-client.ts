import type { z } from 'zod';
import { clientAddresses } from '../../load/common/client-addresses.js';

/** Calls the REST API. Each call comes from another client address, so that no rate limit is reached. */
export interface RestClient {
  /** Returns the parsed response. Throws for any status but a success. */
  get<T>(schema: z.ZodType<T>, path: string, token: string): Promise<T>;
  /** The same with a JSON body. */
  patch<T>(schema: z.ZodType<T>, path: string, token: string, body: object): Promise<T>;
  post<T>(schema: z.ZodType<T>, path: string, token: string | null, body: object): Promise<T>;
}

export function restClient(url: string): RestClient {
  const nextAddress = clientAddresses();
  const call = async <T>(
    schema: z.ZodType<T>,
    path: string,
    token: string | null,
    request: { method: string; body?: string },
  ): Promise<T> => {
    const response = await fetch(`${url}${path}`, {
      ...request,
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': nextAddress(),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${request.method} ${path}: ${response.status} ${text}`);
    return schema.parse(JSON.parse(text));
  };
  return {
    get: (schema, path, token) => call(schema, path, token, { method: 'GET' }),
    patch: (schema, path, token, body) =>
      call(schema, path, token, { method: 'PATCH', body: JSON.stringify(body) }),
    post: (schema, path, token, body) =>
      call(schema, path, token, { method: 'POST', body: JSON.stringify(body) }),
  };
}
