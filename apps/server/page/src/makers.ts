import { ApiError } from './api-error.js';
import type { ExampleFile } from './call.js';
import { PICTURE } from './files.js';
import type { Json } from './operation.js';

/** What is known of an object that was made: its id, a token, a code. */
export type Fields = Readonly<Record<string, string>>;

/** What makes an object: calls of the public API, and the other objects that it needs. */
export interface Maker {
  /** The code of an invite that the visitor has, to register with. */
  readonly inviteCode: string | null;
  /** An object, made now if it is not there. */
  get(name: string): Promise<Fields>;
  /** Calls the API with the token of an object, or as nobody. Resolves with `data`; rejects with an `ApiError`. */
  call(
    as: string | Fields | null,
    method: string,
    path: string,
    content?: Json | ExampleFile,
  ): Promise<unknown>;
}

/** Makes an object of a kind. */
export type Fixture = (maker: Maker) => Promise<Fields>;

export function inADay(): string {
  return new Date(Date.now() + 24 * 3600 * 1000).toISOString();
}

export function scheduledMessage(): Fixture {
  return async ({ get, call }) => {
    const { id = '' } = await get('channel');
    const later = { content: 'Not yet.', sendAt: inADay() };
    return idOf(await call('person', 'POST', `/api/channels/${id}/scheduled-messages`, later));
  };
}

/** Registers an account. */
export async function register(
  call: Maker['call'],
  displayName: string,
  inviteCode: string | null,
): Promise<Fields> {
  const { username, password } = credentials();
  const invite = inviteCode === null ? {} : { inviteCode };
  const data = await call(null, 'POST', '/api/auth/register', { username, password, displayName, ...invite });
  return { id: textAt(data, 'user', 'id'), token: textAt(data, 'token'), username, password };
}

/** The accounts are real and stay, so nobody may guess their passwords. */
function credentials(): { username: string; password: string } {
  return { username: `demo-${unique()}`, password: crypto.randomUUID() };
}

/**
 * An account beside the person's. Where not everybody may register (`REGISTRATION`, docs/operations.md), it comes by an
 * invite to the person's server, or the person makes it as an admin of the service. Else the refusal to register is the
 * error.
 */
export function otherPerson(displayName: string): Fixture {
  return async ({ get, call }) => {
    try {
      return await register(call, displayName, null);
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal;
      if (refusal.code === 'INVITE_REQUIRED')
        return register(call, displayName, (await get('invite')).code ?? null);
      if (refusal.code !== 'REGISTRATION_CLOSED') throw refusal;
      return createAccount(call, displayName).catch((cause: unknown) => {
        throw cause instanceof ApiError && cause.status === 403 ? refusal : cause;
      });
    }
  };
}

/** Makes an account as an admin of the service, and signs it in. */
async function createAccount(call: Maker['call'], displayName: string): Promise<Fields> {
  const { username, password } = credentials();
  const created = await call('person', 'POST', '/api/admin/users', { username, password, displayName });
  const token = textAt(await call(null, 'POST', '/api/auth/login', { username, password }), 'token');
  return { id: textAt(created, 'user', 'id'), token, username, password };
}

export function server(): Fixture {
  return async ({ call }) => idOf(await call('person', 'POST', '/api/servers', { name: 'Demo server' }));
}

export function channel(): Fixture {
  return async ({ get, call }) => {
    const { id = '' } = await get('server');
    return idOf(await call('person', 'POST', `/api/servers/${id}/channels`, { name: `demo-${unique()}` }));
  };
}

export function group(): Fixture {
  return async ({ get, call }) => {
    const { id = '' } = await get('server');
    return idOf(await call('person', 'POST', `/api/servers/${id}/groups`, { name: `Group ${unique()}` }));
  };
}

export function emoji(): Fixture {
  return async ({ get, call }) => {
    const { id: serverId = '' } = await get('server');
    const path = `/api/servers/${serverId}/emoji?name=party_${unique()}`;
    const id = textAt(await call('person', 'POST', path, PICTURE), 'id');
    return { id, file: `${id}.webp` };
  };
}

export function userGroup(): Fixture {
  return async ({ get, call }) => {
    const { id = '' } = await get('server');
    const handle = `group-${unique()}`;
    return idOf(await call('person', 'POST', `/api/servers/${id}/user-groups`, { handle }));
  };
}

export function webhook(): Fixture {
  return async ({ get, call }) => {
    const { id = '' } = await get('channel');
    const made = await call('person', 'POST', `/api/channels/${id}/webhooks`, { name: 'Builds' });
    return { id: textAt(made, 'webhook', 'id'), secret: textAt(made, 'url').split('/').at(-1) ?? '' };
  };
}

/** At a name of the documents (RFC 2606). */
export function outgoingWebhook(): Fixture {
  return async ({ get, call }) => {
    const { id = '' } = await get('server');
    const fields = { url: 'https://hooks.example.com/palaver', eventTypes: ['message.created'] };
    const data = await call('person', 'POST', `/api/servers/${id}/webhooks/outgoing`, fields);
    return { id: textAt(data, 'webhook', 'id') };
  };
}

export function message(): Fixture {
  return async ({ get, call }) => {
    const { id = '' } = await get('channel');
    return idOf(
      await call('person', 'POST', `/api/channels/${id}/messages`, { content: 'A first message.' }),
    );
  };
}

export function bot(): Fixture {
  return async ({ call }) => {
    const data = await call('person', 'POST', '/api/bots', { username: `bot-${unique()}` });
    return { id: textAt(data, 'bot', 'id'), token: textAt(data, 'token') };
  };
}

export function invite(): Fixture {
  return async ({ get, call }) => {
    const { id = '' } = await get('server');
    return { code: textAt(await call('person', 'POST', `/api/servers/${id}/invites`, {}), 'code') };
  };
}

/** A second session of a person, so that the one of the page goes on. */
export function session(of: 'person' | 'account'): Fixture {
  return async ({ get, call }) => {
    const { username = '', password } = await get(of);
    if (password === undefined)
      throw new Error('This signs in once more, and the page has your token but not your password.');
    const token = textAt(await call(null, 'POST', '/api/auth/login', { username, password }), 'token');
    const sessions = await call({ token }, 'GET', '/api/auth/sessions');
    const own = Array.isArray(sessions) ? sessions.find((one) => one.current === true) : undefined;
    return { token, id: textAt(own, 'id') };
  };
}

function unique(): string {
  return crypto.randomUUID().slice(0, 8);
}

export function idOf(data: unknown): Fields {
  return { id: textAt(data, 'id') };
}

/** The string at a place of an answer. Throws where there is none. */
export function textAt(data: unknown, ...place: readonly string[]): string {
  const found = place.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
    data,
  );
  if (typeof found !== 'string') throw new Error(`The answer has no ${place.join('.')}.`);
  return found;
}
