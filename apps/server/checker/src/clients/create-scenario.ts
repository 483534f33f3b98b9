import { z } from 'zod';
import type { HttpClient, HttpRequest } from '../system/http-client.js';
import type { Client } from './client.js';
import { addMember } from './membership-operations.js';
import type { Scenario, User } from './scenario.js';

const WRITERS = 6;
const REVOKED_USERS = 3;
const PASSWORD = 'correct horse battery staple';
const TIMEOUT_MS = 30_000;

const EntityResponse = z.object({ data: z.object({ id: z.string() }) });
const RegisterResponse = z.object({
  data: z.object({ token: z.string(), user: z.object({ id: z.string() }) }),
});
const InviteResponse = z.object({ data: z.object({ code: z.string() }) });
const ListResponse = z.object({ data: z.array(z.object({ id: z.string() })) });

/**
 * Creates the users, the server and the channels, before any fault. Throws if a request fails. Memberships of private
 * channels are recorded as operations, because the workload repeats them.
 */
export async function createScenario(http: HttpClient, client: Client): Promise<Scenario> {
  const owner = await register(http, 'owner');
  const server = await createServer(http, owner);
  const writers = await registerAll(http, 'writer', WRITERS);
  const revokedUsers = await registerAll(http, 'revoked', REVOKED_USERS);
  const observer = await register(http, 'observer');
  const reader = await register(http, 'reader');
  const scenario = { ...server, owner, writers, revokedUsers, observer, reader };

  const path = `/api/invites/${server.inviteCode}/accept`;
  for (const { token } of [...writers, ...revokedUsers, observer, reader])
    await send(http, EntityResponse, { method: 'POST', path, token });
  for (const { id } of [...writers, ...revokedUsers, reader]) {
    for (const channelId of server.privateIds) await client.invoke(addMember(scenario, channelId, id));
  }
  await silence(http, scenario);
  return scenario;
}

/** One writer is muted, another one wants no notifications. */
async function silence(http: HttpClient, { serverId, writers }: Scenario): Promise<void> {
  const preferences = [{ mutedUntil: '9999-01-01T00:00:00Z' }, { level: 'nothing' }];
  for (const [n, body] of preferences.entries()) {
    const token = writers[n]?.token ?? null;
    const path = `/api/servers/${serverId}/notification-preferences`;
    await send(http, z.object({ data: z.looseObject({}) }), { method: 'PUT', path, token, body });
  }
}

function registerAll(http: HttpClient, role: string, count: number): Promise<User[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => register(http, `${role}-${n + 1}`)));
}

async function register(http: HttpClient, name: string): Promise<User> {
  const body = { username: name, password: PASSWORD };
  const request = { method: 'POST' as const, path: '/api/auth/register', token: null, body };
  const { data } = await send(http, RegisterResponse, request);
  return { name, id: data.user.id, token: data.token };
}

/** The server's default channel is public; another public one and two private ones are added. */
async function createServer(http: HttpClient, { token }: User) {
  const post = <T>(schema: z.ZodType<T>, path: string, body: object) =>
    send(http, schema, { method: 'POST', path, token, body });
  const { data: server } = await post(EntityResponse, '/api/servers', { name: 'Checker' });
  const channels = `/api/servers/${server.id}/channels`;
  const createChannel = async (name: string, isPrivate: boolean) =>
    (await post(EntityResponse, channels, { name, isPrivate })).data.id;

  const defaults = await send(http, ListResponse, { method: 'GET', path: channels, token });
  const publicIds = [...defaults.data.map(({ id }) => id), await createChannel('public', false)];
  const privateIds = [await createChannel('private-1', true), await createChannel('private-2', true)];
  const invite = await post(InviteResponse, `/api/servers/${server.id}/invites`, {});
  return { serverId: server.id, inviteCode: invite.data.code, publicIds, privateIds };
}

async function send<T>(http: HttpClient, schema: z.ZodType<T>, request: HttpRequest): Promise<T> {
  const outcome = await http.send({ ...request, timeoutMs: TIMEOUT_MS });
  if (outcome.kind !== 'ok') throw new Error(`${request.method} ${request.path}: ${JSON.stringify(outcome)}`);
  return schema.parse(JSON.parse(outcome.body));
}
