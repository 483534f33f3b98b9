import { type Actor, findActorOf, redeemTicket, type Services } from '@palaver/core';
import { bearerToken } from './bearer.js';

/** What a client signs in with when it opens a connection; not verified yet. */
export type Credential = { readonly token: string } | { readonly ticket: string };

/**
 * The credential of a request that opens a connection: the header, else `?ticket=`, else `?token=`; null for none. A
 * header without a token counts as a bad token. Cookies never count.
 */
export function requestCredential(
  authorization: string | undefined,
  query: URLSearchParams,
): Credential | null {
  if (authorization !== undefined) return { token: bearerToken(authorization) ?? '' };
  const [ticket, token] = [query.get('ticket'), query.get('token')];
  if (ticket !== null) return { ticket };
  return token === null ? null : { token };
}

/** The credential in the connection parameters of tRPC's client: `{token}`, else `{ticket}`; null for none. */
export function parametersCredential(
  parameters: Readonly<Record<string, unknown>> | null,
): Credential | null {
  const { token, ticket } = parameters ?? {};
  if (typeof token === 'string') return { token };
  return typeof ticket === 'string' ? { ticket } : null;
}

/**
 * Finds who opens a connection; null for a credential that is not valid. A ticket is used up by this. `actingFor` is
 * the header of an API key. Throws what `findActorOf` does.
 */
export function verifyCredential(
  services: Services,
  credential: Credential,
  actingFor: string | null,
): Promise<Actor | null> {
  return 'token' in credential
    ? findActorOf(services, { token: credential.token, actingFor }, 'realtime:read')
    : redeemTicket(services, credential.ticket);
}
